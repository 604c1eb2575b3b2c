import { i18n } from '@lingui/core';
import type { BroadcastBody } from '@/shared/api/types';

export type Segment = BroadcastBody['segment'];

const segments: Record<Segment, () => string> = {
  all: () => i18n._('All customers'),
  members: () => i18n._('Club members'),
  lapsed: () => i18n._('Former members'),
  location: () => i18n._('Customers at a location'),
};

export const segmentChoices = () =>
  (Object.keys(segments) as Segment[]).map((value) => ({ value, label: segments[value]() }));

/** Audience of a notification. */
export const segmentName = (segment: string) => segments[segment as Segment]?.() ?? segment;
