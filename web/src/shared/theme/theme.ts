import { extendTheme } from '@mui/material/styles';
import { fieldOverrides } from './field-overrides';

/** Both themes use the same properties; `light-dark()` in tokens.css determines their values. */
const palette = {
  primary: {
    main: 'var(--tone)',
    light: 'var(--tone)',
    dark: 'color-mix(in oklab, var(--tone) 86%, var(--ink))',
    contrastText: 'var(--on-tone)',
  },
  secondary: {
    main: 'var(--accent-ink)',
    light: 'var(--accent-ink)',
    dark: 'var(--accent-ink)',
    contrastText: 'var(--on-tone)',
  },
  error: {
    main: 'var(--danger)',
    light: 'var(--danger)',
    dark: 'var(--danger)',
    contrastText: 'var(--on-tone)',
  },
  warning: {
    main: 'var(--warning)',
    light: 'var(--warning)',
    dark: 'var(--warning)',
    contrastText: 'var(--on-tone)',
  },
  info: { main: 'var(--tone)', light: 'var(--tone)', dark: 'var(--tone)', contrastText: 'var(--on-tone)' },
  success: {
    main: 'var(--success)',
    light: 'var(--success)',
    dark: 'var(--success)',
    contrastText: 'var(--on-tone)',
  },
  background: { default: 'var(--page)', paper: 'var(--modal-background, var(--raised))' },
  text: { primary: 'var(--ink)', secondary: 'var(--ink-soft)', disabled: 'var(--ink-soft)' },
  divider: 'var(--line)',
};

export const theme = extendTheme({
  nativeColor: true,
  colorSchemeSelector: 'data',
  colorSchemes: { light: { palette }, dark: { palette } },
  typography: {
    fontFamily: 'var(--font-body)',
    button: { fontWeight: 'var(--button-weight)', textTransform: 'none', fontSize: '1rem', lineHeight: 1.25 },
  },
  shape: { borderRadius: 'var(--radius-field)' },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 'var(--button-height)',
          paddingInline: '1.375rem',
          borderRadius: 'var(--radius-button)',
          fontFamily: 'var(--button-font)',
          fontStyle: 'var(--button-style)',
          textTransform: 'var(--button-case)' as 'none',
          letterSpacing: 'var(--button-tracking)',
          lineHeight: 1.3,
          textAlign: 'center',
          transition: 'background-color var(--quick), border-color var(--quick), transform var(--quick)',
          '&:active': { transform: 'scale(0.985)' },
          '&[aria-disabled="true"]': { cursor: 'default', opacity: 0.7 },
          '&.Mui-focusVisible': { outline: '3px solid var(--focus)', outlineOffset: '2px' },
        },
        contained: {
          '&.MuiButton-colorPrimary': {
            backgroundColor: 'var(--button-background, var(--tone))',
            color: 'var(--button-text, var(--on-tone))',
          },
          '&.Mui-disabled.MuiButton-colorPrimary': {
            backgroundColor: 'var(--sunken)',
            color: 'var(--ink-soft)',
          },
        },
        outlined: {
          borderColor: 'var(--control-line)',
          color: 'var(--ink)',
          '&.MuiButton-colorError': { borderColor: 'var(--danger)', color: 'var(--danger)' },
        },
        text: { color: 'var(--link)' },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 'var(--radius-card)',
          backgroundImage: 'none',
          boxShadow: 'var(--shadow-raised)',
          color: 'var(--modal-text, var(--ink))',
          '&.MuiDialog-paperFullScreen': { borderRadius: 0 },
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    ...fieldOverrides,
  },
});
