/** Rules of the style sheets, those in media queries and layers included. */
function* rulesOf(parent: { cssRules: CSSRuleList }): Generator<CSSRule> {
  for (const rule of parent.cssRules) {
    yield rule;
    if (!(rule instanceof CSSStyleRule) && 'cssRules' in rule) yield* rulesOf(rule as CSSGroupingRule);
  }
}

/** Repeats the rules for `:focus-visible` for elements with `data-focus`: only one element of a page has the real focus. */
export function showFocus() {
  const copies = [...document.styleSheets]
    .flatMap((sheet) => [...rulesOf(sheet)])
    .filter((rule) => rule instanceof CSSStyleRule && rule.selectorText.includes(':focus-visible'))
    .map((rule) => rule.cssText.replaceAll(':focus-visible', '[data-focus]'));
  const style = document.createElement('style');
  style.textContent = copies.join('\n');
  document.head.append(style);
}

/** Marks the first control in an element as focused. */
export function markFocused(element: HTMLElement) {
  const control = element.querySelector<HTMLElement>('a[href], button, input, select, textarea, [tabindex]');
  control?.setAttribute('data-focus', '');
  control?.closest('.MuiInputBase-root')?.classList.add('Mui-focused');
  control?.closest('.MuiFormControl-root')?.querySelector('label')?.classList.add('Mui-focused');
  control?.closest('.MuiButtonBase-root')?.classList.add('Mui-focusVisible');
}
