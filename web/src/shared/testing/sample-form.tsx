import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { Form } from '../forms/form';
import { type AppForm, useAppForm } from '../forms/use-app-form';

export type Sample = { text: string; choice: string; isOn: boolean; many: string[] };

const never = () => new Promise(() => undefined);
const refuse = () => Promise.reject(new Error('refused'));

type Errors = Partial<Record<keyof Sample, string>>;

/** Rejects the initial values of fields with an error, so that losing the focus doesn't remove it. */
function schemaOf(initial: Sample, errors: Errors) {
  const check = <T,>(name: keyof Sample) =>
    v.check<T, string | undefined>(
      (value) => errors[name] === undefined || JSON.stringify(value) !== JSON.stringify(initial[name]),
      errors[name],
    );
  return v.object({
    text: v.pipe(v.string(), check('text')),
    choice: v.pipe(v.string(), check('choice')),
    isOn: v.pipe(v.boolean(), check('isOn')),
    many: v.pipe(v.array(v.string()), check('many')),
  });
}

type Props = {
  values?: Partial<Sample>;
  /** Errors by field. */
  errors?: Errors;
  submit?: string;
  /** Submits the form once: pending forever, or failing. */
  sent?: 'pending' | 'failed';
  onCancel?: () => void;
  children: (form: AppForm<Sample>) => ReactNode;
};

/** Form for stories. */
export function SampleForm({ values, errors, submit, sent, onCancel, children }: Props) {
  const label = submit ?? (errors ? 'Save' : undefined);
  const place = useRef<HTMLDivElement>(null);
  const [initial] = useState<Sample>(() => ({ text: '', choice: '', isOn: false, many: [], ...values }));
  const form = useAppForm<Sample>({
    schema: () => schemaOf(initial, errors ?? {}),
    values: initial,
    send: sent === 'failed' ? refuse : never,
  });
  const { trigger } = form;
  useEffect(() => {
    // Without the focus, which only one form of a page can have.
    if (errors) void trigger();
  }, [errors, trigger]);
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
