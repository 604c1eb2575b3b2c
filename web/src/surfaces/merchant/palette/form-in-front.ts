/**
 * Form that a save shortcut refers to: in the top dialog, with the focus, or the only one on the page. Null
 * if ambiguous or if its button is disabled.
 */
export function formInFront(): HTMLFormElement | null {
  const within = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  const focused = document.activeElement?.closest('form');
  const forms = [...within.querySelectorAll('form')];
  const form = focused && within.contains(focused) ? focused : forms.length === 1 ? forms[0] : undefined;
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
  return form && button && !button.matches(':disabled, [aria-disabled="true"]') ? form : null;
}
