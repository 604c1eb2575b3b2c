import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BreakableHost } from './breakable-host';

it.each([
  ['https://blue-wave.example.com:8080', 'https://|blue-|wave|.example|.com:8080'],
  ['wash.example', 'wash|.example'],
  ['–', '–'],
])('wraps %s between words only', (text, parts) => {
  const { container } = render(<BreakableHost text={text} />);
  expect(container).toHaveTextContent(text);
  expect(container.innerHTML.replaceAll('<wbr>', '|')).toBe(parts);
});
