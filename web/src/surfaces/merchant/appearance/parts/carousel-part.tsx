import { i18n } from '@lingui/core';
import { useWatch } from 'react-hook-form';
import { FormField } from '@/shared/forms/form-field';
import { SelectField } from '@/shared/forms/select-field';
import { SectionCard } from '@/shared/ui/section-card';
import { ColourField } from '../colour-field';
import { ListEditor } from '../list-editor';
import type { PartProps } from '../part-props';
import { PictureField } from '../picture-field';
import { useEntries } from '../use-entries';

const newSlide = { headline: '', text: '', tag: '', href: '', buttonText: '', image: '', color: null };

function Slide({ form, index }: PartProps & { index: number }) {
  const { control, setValue } = form;
  const [tag, menu, shop] = useWatch({ control, name: [`carousel.${index}.tag`, 'menuItems', 'shopItems'] });
  const off = { control, autoComplete: 'off' } as const;
  const named = (items: { tag: string; label: string }[]) =>
    items.map((item) => ({ value: item.tag, label: item.label }));
  return (
    <>
      <FormField {...off} name={`carousel.${index}.headline`} label={i18n._('Headline')} maxLength={120} />
      <FormField
        {...off}
        name={`carousel.${index}.text`}
        label={i18n._('Text')}
        maxLength={300}
        lines={2}
        optional
      />
      <FormField
        {...off}
        name={`carousel.${index}.buttonText`}
        label={i18n._('Button label')}
        maxLength={40}
        optional
      />
      <SelectField
        {...off}
        name={`carousel.${index}.tag`}
        label={i18n._('Button link')}
        options={[{ value: '', label: i18n._('None') }, ...named(menu)]}
        onChosen={(chosen) =>
          setValue(`carousel.${index}.href`, chosen === '_SHOP' ? '_WASHES' : '', { shouldDirty: true })
        }
      />
      {tag === '_SHOP' && (
        <SelectField
          {...off}
          name={`carousel.${index}.href`}
          label={i18n._('Shop page')}
          options={named(shop)}
        />
      )}
      <PictureField form={form} name={`carousel.${index}.image`} label={i18n._('Image')} />
      <ColourField
        form={form}
        name={`carousel.${index}.color`}
        label={i18n._('Text background color')}
        optional
      />
    </>
  );
}

/** Slides of the home page. */
export function CarouselPart({ form }: PartProps) {
  const { entries, append, move, remove } = useEntries(form, 'carousel');
  return (
    <SectionCard title={i18n._('Carousel')}>
      <ListEditor
        names={entries.map(({ headline }) => headline)}
        move={move}
        remove={remove}
        add={{ label: i18n._('Add slide'), onAdd: () => append(newSlide) }}
      >
        {(index) => <Slide form={form} index={index} />}
      </ListEditor>
    </SectionCard>
  );
}
