import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import {
  type KeptLoyalty,
  type LoyaltySettings,
  loyaltySettingsQuery,
  saveLoyaltySettings,
} from '@/features/loyalty/api/settings';
import { money } from '@/shared/format/money';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMostText } from '@/shared/forms/rules';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { NumberField } from '../../appearance/number-field';
import { ChoicesField } from '../../components/choices-field';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { examplePrice, pointsFor, spentForAward } from './example';

const most = 10_000_000;

const number = (to: number) => v.pipe(v.number(), v.minValue(1), v.maxValue(to));

const schema = () =>
  v.object({
    pointsPerUnit: number(10_000),
    pointGoal: number(most),
    awardDays: number(365),
    referralPoints: number(most),
    widgetTitle: atMostText(60),
    awardName: atMostText(60),
    referralAwardName: atMostText(60),
    earningTypes: v.array(v.string()),
    rewardsReferrer: v.boolean(),
    rewardsFriend: v.boolean(),
  });

type Typed = v.InferOutput<ReturnType<typeof schema>>;
type Earning = NonNullable<LoyaltySettings['earningTypes']>;

function earnings() {
  return [
    { id: 'AppWash', label: i18n._('Washes') },
    { id: 'AppBundle', label: i18n._('Bundles') },
    { id: 'AppClub', label: i18n._('Wash Club payments and renewals') },
    { id: 'Swag', label: i18n._('Merchandise') },
    { id: 'AirPay', label: i18n._('AirPAY kiosk purchases') },
    { id: 'GiftCard', label: i18n._('Gift cards') },
    { id: 'GiftCardRecharge', label: i18n._('Gift card reloads') },
  ];
}

const typedOf = (settings: LoyaltySettings): Typed => ({
  pointsPerUnit: settings.pointsPerUnit ?? 100,
  pointGoal: settings.pointGoal ?? 10_000,
  awardDays: settings.awardDays ?? 14,
  referralPoints: settings.referralPoints ?? 1000,
  widgetTitle: settings.widgetTitle ?? '',
  awardName: settings.awardName ?? '',
  referralAwardName: settings.referralAwardName ?? '',
  earningTypes: settings.earningTypes ?? [],
  rewardsReferrer: settings.rewardsReferrer ?? true,
  rewardsFriend: settings.rewardsFriend ?? true,
});

function Example({ typed }: { typed: Typed }) {
  const { pointsPerUnit, pointGoal, awardDays, referralPoints } = typed;
  const count = (points: number) => i18n.number(points);
  return (
    <SectionCard title={i18n._('Examples')}>
      <p>
        {i18n._('A {price} purchase before tax earns {points} points.', {
          price: money(examplePrice()),
          points: count(pointsFor(examplePrice(), pointsPerUnit)),
        })}
      </p>
      <p>
        {i18n._('Spending {price} earns an award, valid for {days} days.', {
          price: money(spentForAward(pointGoal, pointsPerUnit)),
          days: awardDays,
        })}
      </p>
      <p>
        {i18n._('A referral earns as many points as spending {price}.', {
          price: money(spentForAward(referralPoints, pointsPerUnit)),
        })}
      </p>
    </SectionCard>
  );
}

type Props = { saved: KeptLoyalty; onSaved: () => void };

function LoyaltyForm({ saved, onSaved }: Props) {
  const { mutateAsync } = useMutation(saveLoyaltySettings());
  const form = useAppForm<Typed>({
    schema,
    values: typedOf(saved),
    send: async (typed) => {
      const settings = {
        ...typed,
        widgetTitle: typed.widgetTitle || null,
        awardName: typed.awardName || null,
        referralAwardName: typed.referralAwardName || null,
        earningTypes: typed.earningTypes as Earning,
      };
      await mutateAsync({ version: saved.version, settings });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  const { control } = form;
  const typed = useWatch({ control }) as Typed;
  const words = (name: 'widgetTitle' | 'awardName' | 'referralAwardName', label: string, help?: string) => (
    <FormField
      control={control}
      name={name}
      label={label}
      autoComplete="off"
      maxLength={60}
      optional
      help={help}
    />
  );
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Points')}>
        <div className={styles.fields}>
          <div className={styles.pair}>
            <NumberField
              form={form}
              name="pointsPerUnit"
              label={i18n._('Points per {unit} spent', { unit: money(100, { trim: true }) })}
              from={1}
              to={10_000}
            />
            <NumberField form={form} name="pointGoal" label={i18n._('Points per award')} from={1} to={most} />
          </div>
          <NumberField
            form={form}
            name="awardDays"
            label={i18n._('Award valid for (days)')}
            from={1}
            to={365}
          />
          <ChoicesField
            control={control}
            name="earningTypes"
            label={i18n._('Eligible purchases')}
            choices={earnings()}
          />
          {words('widgetTitle', i18n._('Progress title'))}
          {words('awardName', i18n._('Award name'))}
        </div>
        <p className={styles.note}>
          {i18n._("Existing points aren't affected. Turn points on or off under Theme.")}
        </p>
      </SectionCard>
      <SectionCard title={i18n._('Referrals')}>
        <div className={styles.fields}>
          <NumberField
            form={form}
            name="referralPoints"
            label={i18n._('Points per referral')}
            from={1}
            to={most}
          />
          <SwitchField control={control} name="rewardsReferrer" label={i18n._('Reward the referrer')} />
          <SwitchField control={control} name="rewardsFriend" label={i18n._('Reward the friend')} />
          {words('referralAwardName', i18n._('Reward name'), i18n._('Used when points are off.'))}
        </div>
      </SectionCard>
      <Example typed={typed} />
    </Form>
  );
}

/** Points and rewards settings. */
export function LoyaltyPart() {
  return (
    <OpenedView
      query={loyaltySettingsQuery()}
      skeleton={<Skeleton count={2} height={320} />}
      failed={i18n._("Couldn't load settings")}
    >
      {(saved, again) => <LoyaltyForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
