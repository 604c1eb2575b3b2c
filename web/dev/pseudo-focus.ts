type Rules = { cssRules: CSSRuleList; insertRule: (rule: string, index: number) => number };

/** Repeats the rules of focus next to the original ones, so that the same rule wins. Includes media queries and layers. */
function repeat(parent: Rules) {
  for (let index = parent.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = parent.cssRules[index];
    if (!(rule instanceof CSSStyleRule)) {
      if (rule && 'cssRules' in rule) repeat(rule as CSSGroupingRule);
    } else if (/:focus-(?:visible|within)/.test(rule.selectorText)) {
      const copy = rule.cssText
        .replaceAll(':focus-visible', '[data-focus]')
        .replaceAll(':focus-within', ':has([data-focus])');
      parent.insertRule(copy, index + 1);
    }
  }
}

/** Applies the rules of focus to elements with `data-focus`: only one element of a page has the real focus. */
export function showFocus() {
  for (const sheet of document.styleSheets) repeat(sheet);
}

/** Marks the first control in an element as focused. */
export function markFocused(element: HTMLElement) {
  const control = element.querySelector<HTMLElement>('a[href], button, input, select, textarea, [tabindex]');
  control?.setAttribute('data-focus', '');
  control?.closest('.MuiInputBase-root')?.classList.add('Mui-focused');
  control?.closest('.MuiFormControl-root')?.querySelector('label')?.classList.add('Mui-focused');
  control?.closest('.MuiButtonBase-root')?.classList.add('Mui-focusVisible');
}
