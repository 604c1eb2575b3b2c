import { type ReactNode, useEffect, useRef } from 'react';
import * as v from 'valibot';
import { Form } from '../forms/form';
import { type AppForm, useAppForm } from '../forms/use-app-form';

export type Sample = { text: string; choice: string; isOn: boolean; many: string[] };

const never = () => new Promise(() => undefined);
const refuse = () => Promise.reject(new Error('refused'));

const schema = () =>
  v.object({ text: v.string(), choice: v.string(), isOn: v.boolean(), many: v.array(v.string()) });

type Props = {
  values?: Partial<Sample>;
  /** Server errors by field. */
  errors?: Partial<Record<keyof Sample, string>>;
  submit?: string;
  /** Submits the form once: pending forever, or failing. */
  sent?: 'pending' | 'failed';
  onCancel?: () => void;
  children: (form: AppForm<Sample>) => ReactNode;
};

/** Form for stories. */
export function SampleForm({ values, errors = {}, submit, sent, onCancel, children }: Props) {
  // Server errors need a submitted form.
  const label = submit ?? (Object.keys(errors).length > 0 ? 'Save' : undefined);
  const place = useRef<HTMLDivElement>(null);
  const form = useAppForm<Sample>({
    schema,
    values: { text: '', choice: '', isOn: false, many: [], ...values },
    complaints: errors,
    send: sent === 'failed' ? refuse : never,
  });
  useEffect(() => {
    if (sent) place.current?.querySelector('form')?.requestSubmit();
  }, [sent]);
  return (
    <div ref={place}>
      <Form form={form} onCancel={onCancel} {...(label && { submit: label })}>
        {children(form)}
      </Form>
    </div>
  );
}
