import { expect, it } from 'vitest';
import { barPosition, pointsToGo } from './progress';

const points = (current_points: number, point_goal = 10_000) => ({
  current_points,
  point_goal,
  widget_title: 'Your next free wash',
});

it.each([
  [-300, 6],
  [0, 6],
  [599, 6],
  [600, 6],
  [601, 6.01],
  [5_000, 50],
  [9_999, 99.99],
  [10_000, 100],
  [25_000, 100],
])('puts the bar of %i points of 10,000 at %f percent', (current, position) => {
  expect(barPosition(points(current))).toBeCloseTo(position, 5);
});

it('has a bar without a goal', () => {
  expect(barPosition(points(0, 0))).toBe(100);
});

it.each([
  [0, '10,000 points to go'],
  [9_999, '1 point to go'],
  [-300, '10,300 points to go'],
  [10_000, 'Your award is on its way.'],
  [12_000, 'Your award is on its way.'],
])('says what is missing of %i points', (current, text) => {
  expect(pointsToGo(points(current))).toBe(text);
});
