import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, it } from 'vitest';
import { story } from '../forms/fields.stories';

it('shows the errors of all sample forms of a page', async () => {
  const states = Object.entries(story.states).filter(([name]) => name.includes('error'));
  render(
    <StrictMode>
      {states.map(([name, State]) => (
        <State key={name} />
      ))}
    </StrictMode>,
  );
  expect(states.length).toBeGreaterThan(1);
  expect(await screen.findAllByRole('alert')).toHaveLength(states.length);
});
