import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type NavigateFunction, useNavigate } from 'react-router';
import { type Places, usePlaces } from './places';

/** What leads on from a purchase: what has to be asked for again, and where to. */
export type Way = { queries: QueryClient; navigate: NavigateFunction; places: Places };

export function useWay(): Way {
  return { queries: useQueryClient(), navigate: useNavigate(), places: usePlaces() };
}
