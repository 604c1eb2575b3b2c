import { valibotResolver } from '@hookform/resolvers/valibot';
import { type FormEvent, useRef, useState } from 'react';
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
import { useCarriedOver } from './carried-over';
import { useDraft } from './draft';
import { showFailure, showHidden } from './submit-failure';

type Complaints<T extends FieldValues> = Partial<Record<FieldPath<T>, string | undefined>>;

type Options<T extends FieldValues> = {
  /** Created once, when the form opens. */
  schema: () => GenericSchema<T>;
  values: DefaultValues<NoInfer<T>>;
  /** Submits the form. Errors are shown at their fields or below the form. */
  send: (values: T) => unknown;
  /** Field of an error code, if the response names no field or another one. */
  fieldOf?: Partial<Record<ErrorCode, FieldPath<T>>>;
  /** Shows errors without a field somewhere other than below the form. */
  tell?: (error: unknown) => unknown;
  /** Initial errors by field. */
  complaints?: Complaints<T>;
  /** Name under which input survives reloads; without it, nothing is stored. Passwords never are. */
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

/** Form with schema validation, submission and server errors. `Form` renders it. */
export function useAppForm<T extends FieldValues>(options: Options<T>): AppForm<T> {
  const { schema, values, send, complaints = {} } = options;
  // The library treats a new resolver or errors object as a change.
  const [once] = useState(() => ({
    resolver: valibotResolver<T, unknown, T>(schema()),
    errors: refused<T>(complaints),
  }));
  const form = useForm<T, unknown, T>({
    ...once,
    mode: 'onTouched',
    // Validates dependent fields even while others are empty.
    criteriaMode: 'all',
    defaultValues: values,
  });
  const [first] = useState(() => form.getValues());
  const draft = useDraft(form, options.draft);
  useCarriedOver(form, first);
  const isRunning = useRef(false);
  const handle = form.handleSubmit(
    async (entered) => {
      try {
        await send(entered);
        draft.sent();
      } catch (error) {
        await showFailure(form, error, options);
      }
    },
    (errors) => showHidden(form, errors),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The button keeps the focus while it works, so Enter may arrive again.
    if (isRunning.current) return;
    isRunning.current = true;
    await handle(event).finally(() => {
      isRunning.current = false;
    });
  };
  return { ...form, submit };
}
