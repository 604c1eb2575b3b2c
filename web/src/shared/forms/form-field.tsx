import { i18n } from '@lingui/core';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputAdornment from '@mui/material/InputAdornment';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
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
  /** Filters or formats input. */
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

/**
 * Built from parts of the library's text field, because the complete one bundles unused menus and popovers.
 */
export function FormField<T extends FieldValues>(props: Props<T>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const id = useId();
  const [visible, setVisible] = useState(false);
  const secret = props.type === 'password';
  const label = props.optional ? i18n._('{label} - Optional', { label: props.label }) : props.label;
  useFieldLabel(props.name, props.label);
  const error = fieldState.error?.message;
  const toggle = secret && (
    <InputAdornment position="end">
      <IconButton
        icon={visible ? 'eyeOff' : 'eye'}
        label={visible ? i18n._('Hide password') : i18n._('Show password')}
        pressed={visible}
        className={styles.end}
        onClick={() => setVisible(!visible)}
      />
    </InputAdornment>
  );
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
        type={secret && visible ? 'text' : (props.type ?? 'text')}
        autoComplete={props.autoComplete}
        endAdornment={toggle}
        {...(props.lines ? { multiline: true, minRows: props.lines } : {})}
        onBlur={() => afterPress(field.onBlur)}
        onChange={(event) => {
          const { target } = event;
          const text = props.sanitize ? props.sanitize(target.value) : target.value;
          if (props.sanitize && text !== target.value) keepCaret(target, props.sanitize);
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
