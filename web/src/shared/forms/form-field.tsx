import { i18n } from '@lingui/core';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputAdornment from '@mui/material/InputAdornment';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { visible } from '../format/visible';
import { IconButton } from '../ui/icon-button';
import { afterPress } from './after-press';
import { useFieldLabel } from './field-labels';
import styles from './form.module.css';

type Props<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  autoComplete: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  maxLength?: number;
  optional?: boolean;
  /** Number of lines. With more than one, the field is a text area. */
  lines?: number;
  /** Whether it is read-only. */
  locked?: boolean;
  help?: string | undefined;
  /** Filters or formats input. In fields for addresses and numbers, invisible characters are dropped before. */
  sanitize?: (text: string) => string;
  onEdited?: () => void;
};

/** Keeps the caret after the same characters when a value is filtered or formatted; it would jump to the end. */
function keepCaret(input: HTMLInputElement | HTMLTextAreaElement, sanitize: (text: string) => string) {
  const { selectionStart, value } = input;
  // Some types of fields have no caret.
  if (selectionStart === null) return;
  const caret = sanitize(value.slice(0, selectionStart)).length;
  queueMicrotask(() => input.setSelectionRange(caret, caret));
}

/** Whether a field holds an address or a number; in words, invisible characters have a meaning: they join emoji. */
const hasOnlyVisible = (type: string | undefined, inputMode: string | undefined) =>
  type === 'email' || type === 'tel' || inputMode === 'numeric' || inputMode === 'decimal';

/**
 * Built from parts of the library's text field, because the complete one bundles unused menus and popovers.
 */
export function FormField<T extends FieldValues>(props: Props<T>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const id = useId();
  const [revealed, setRevealed] = useState(false);
  const secret = props.type === 'password';
  const label = props.optional ? i18n._('{label} - Optional', { label: props.label }) : props.label;
  useFieldLabel(props.name, props.label);
  const error = fieldState.error?.message;
  const toggle = secret && (
    <InputAdornment position="end">
      <IconButton
        icon={revealed ? 'eyeOff' : 'eye'}
        label={revealed ? i18n._('Hide password') : i18n._('Show password')}
        pressed={revealed}
        className={styles.end}
        onClick={() => setRevealed(!revealed)}
      />
    </InputAdornment>
  );
  const { sanitize = (text: string) => text, type, inputMode } = props;
  const clean = (text: string) => sanitize(hasOnlyVisible(type, inputMode) ? visible(text) : text);
  const said = error ?? props.help;
  return (
    <FormControl
      fullWidth
      variant="outlined"
      error={Boolean(error)}
      data-locked={props.locked}
      data-secret={secret}
    >
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        label={label}
        name={field.name}
        value={field.value ?? ''}
        inputRef={field.ref}
        type={secret && revealed ? 'text' : (props.type ?? 'text')}
        autoComplete={props.autoComplete}
        endAdornment={toggle}
        {...(props.lines ? { multiline: true, minRows: props.lines } : {})}
        onBlur={() => afterPress(field.onBlur)}
        onChange={(event) => {
          const { target } = event;
          const text = clean(target.value);
          if (text !== target.value) keepCaret(target, clean);
          field.onChange(text);
          props.onEdited?.();
        }}
        slotProps={{
          input: {
            inputMode: props.inputMode,
            maxLength: props.maxLength,
            readOnly: props.locked,
            'aria-required': !props.optional && !props.locked,
            'aria-describedby': said ? `${id}-said` : undefined,
            autoCapitalize: secret || props.type === 'email' ? 'none' : undefined,
            spellCheck: secret || props.type === 'email' ? false : undefined,
          },
        }}
      />
      {said && (
        <FormHelperText id={`${id}-said`} role={error ? 'alert' : undefined}>
          {said}
        </FormHelperText>
      )}
    </FormControl>
  );
}
