import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { noSpaces } from '../format/masks';
import { FormField } from './form-field';

type Props<T extends FieldValues> = Omit<
  ComponentProps<typeof FormField<T>>,
  'type' | 'inputMode' | 'sanitize'
>;

/** Email field, without spaces. */
export function EmailField<T extends FieldValues>(props: Props<T>) {
  return <FormField {...props} type="email" inputMode="email" sanitize={noSpaces} />;
}
