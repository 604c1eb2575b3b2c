import { valibotResolver } from '@hookform/resolvers/valibot';
import { type FormEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import type { ErrorCode } from '../api/types';
import { useDraft } from './draft';
import { showFailure } from './submit-failure';

type Complaints<T extends FieldValues> = Partial<Record<FieldPath<T>, string | undefined>>;

type Options<T extends FieldValues> = {
  /** Made once, as the form opens. */
  schema: () => GenericSchema<T>;
  values: DefaultValues<NoInfer<T>>;
  /** Does what the form is for. What it throws is put on the fields that it is about, and under the form. */
  send: (values: T) => unknown;
  /** Field of an error code, if the response names no field or another one. */
  fieldOf?: Partial<Record<ErrorCode, FieldPath<T>>>;
  /** Says a failure that is about no field elsewhere than under the form. */
  tell?: (error: unknown) => unknown;
  /** Initial errors by field. */
  complaints?: Complaints<T>;
  /** The name under which what is typed outlives a reload; without one it does not. Passwords never do. */
  draft?: string;
};

export type AppForm<T extends FieldValues> = UseFormReturn<T> & {
  submit: (event: FormEvent) => Promise<void>;
};

function refused<T extends FieldValues>(complaints: Complaints<T>): FieldErrors<T> {
  const said = Object.entries(complaints).filter(([, message]) => message !== undefined);
  const errors = said.map(([name, message]) => [name, { type: 'server', message }] as const);
  return Object.fromEntries(errors) as FieldErrors<T>;
}

/** A form of ours: checked by its schema, sent, and told what the server refused. `Form` shows it. */
export function useAppForm<T extends FieldValues>(options: Options<T>): AppForm<T> {
  const { schema, values, send, complaints = {} } = options;
  // The library takes another resolver, or errors in another object, for news.
  const [once] = useState(() => ({
    resolver: valibotResolver<T, unknown, T>(schema()),
    errors: refused<T>(complaints),
  }));
  const form = useForm<T, unknown, T>({
    ...once,
    mode: 'onTouched',
    // Fields that depend on one another are then checked while others are still empty.
    criteriaMode: 'all',
    defaultValues: values,
  });
  const draft = useDraft(form, options.draft);
  const submit = form.handleSubmit(async (entered) => {
    try {
      await send(entered);
      draft.sent();
    } catch (error) {
      await showFailure(form, error, options);
    }
  });
  return { ...form, submit };
}
