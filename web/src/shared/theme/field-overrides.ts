import type { Components } from '@mui/material/styles';

/** Shared look of fields: visible border, site radius, errors by color and text. */
export const fieldOverrides: Components = {
  MuiTextField: { defaultProps: { fullWidth: true, variant: 'outlined' } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        borderRadius: 'var(--radius-field)',
        backgroundColor: 'var(--input-background, var(--card))',
        color: 'var(--input-text, var(--ink))',
        '& .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--input-border, var(--control-line))' },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--ink-soft)' },
        '[data-locked=true] &': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)' },
      },
      input: {
        // Browsers paint their own background behind autofilled values; ours ensures the contrast.
        '&:-webkit-autofill': {
          WebkitTextFillColor: 'var(--input-text, var(--ink))',
          WebkitBoxShadow: '0 0 0 100px var(--input-background, var(--card)) inset',
        },
      },
    },
  },
  MuiInputLabel: {
    styleOverrides: {
      root: {
        color: 'var(--ink-soft)',
        '&.Mui-focused': { color: 'var(--link)' },
        // Next to the eye that shows a password.
        '[data-secret=true] &:not(.MuiInputLabel-shrink)': { maxWidth: 'calc(100% - 68px)' },
      },
      // Long labels wrap inside an empty field.
      outlined: {
        '&:not(.MuiInputLabel-shrink)': {
          display: 'flex',
          alignItems: 'center',
          height: '56px',
          transform: 'translate(14px, 0) scale(1)',
          whiteSpace: 'normal',
          lineHeight: 1.2,
        },
      },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { fontSize: 'var(--text-small)', marginInline: '4px' } } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: '44px' } } },
};
