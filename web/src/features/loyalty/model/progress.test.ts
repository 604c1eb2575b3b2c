import { expect, it } from 'vitest';
import { pointsText } from './points';
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
])('shows %i points of 10,000 as %f percent', (current, position) => {
  expect(barPosition(points(current))).toBeCloseTo(position, 5);
});

it('shows a bar without a goal', () => {
  expect(barPosition(points(0, 0))).toBe(100);
});

it.each([
  [0, 10_000],
  [9_999, 1],
  [-300, 10_300],
  [10_000, 0],
  [12_000, 0],
])('counts the missing points of %i', (current, missing) => {
  expect(pointsToGo(points(current))).toBe(missing);
});

it.each([
  [1, '1 point'],
  [10_300, '10,300 points'],
])('formats %i points', (count, text) => {
  expect(pointsText(count)).toBe(text);
});
