import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type NavigateFunction, useNavigate } from 'react-router';
import { type Places, usePlaces } from './places';

/** Actions after a purchase: queries to refresh and where to navigate. */
export type Way = { queries: QueryClient; navigate: NavigateFunction; places: Places };

export function useWay(): Way {
  return { queries: useQueryClient(), navigate: useNavigate(), places: usePlaces() };
}
