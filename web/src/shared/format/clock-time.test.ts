import { expect, it } from 'vitest';
import { clockTime } from './clock-time';

it.each([
  ['7', '07:00'],
  ['7am', '07:00'],
  [' 8:00 PM ', '20:00'],
  ['8:00\u202fPM', '20:00'],
  ['8:00 p. m.', '20:00'],
  ['12am', '00:00'],
  ['12:30 p.m.', '12:30'],
  ['19.30', '19:30'],
  ['19h', '19:00'],
  ['19 h 30', null],
  ['19h30', '19:30'],
  ['00:00', '00:00'],
  ['24:00', '24:00'],
  ['', null],
  ['am', null],
  ['13pm', null],
  ['0am', null],
  ['24:01', null],
  ['25', null],
  ['7:', null],
  ['7:5', null],
  ['7:60', null],
  ['+7:00', null],
  ['007:00', null],
  ['7:00:00', null],
])('parses %o as a time', (typed, time) => {
  expect(clockTime(typed)).toBe(time);
});
