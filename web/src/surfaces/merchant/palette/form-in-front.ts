/**
 * The form that somebody means who asks to save: of the dialog on top, else the one with the focus, else the page's only one. Nothing
 * where that leaves several, or where its button cannot be pressed.
 */
export function formInFront(): HTMLFormElement | null {
  const within = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  const focused = document.activeElement?.closest('form');
  const forms = [...within.querySelectorAll('form')];
  const form = focused && within.contains(focused) ? focused : forms.length === 1 ? forms[0] : undefined;
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
  return form && button && !button.disabled ? form : null;
}
