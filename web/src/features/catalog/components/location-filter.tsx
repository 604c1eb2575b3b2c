import { i18n } from '@lingui/core';
import type { Location } from '@/shared/api/types';
import { placeNames } from '@/shared/format/place-names';
import { SelectBox } from '@/shared/ui/select-box';

type Props = {
  locations: Location[];
  value: number;
  onChange: (id: number) => void;
  label?: string;
  disabled?: boolean;
  hideLabel?: boolean;
  /** Whether a location must be selected, without "all". */
  required?: boolean;
};

function cityLabel(location: Location, all: Location[]): string {
  const { title, detail } = placeNames(location, all);
  return title === location.city ? title : `${title} · ${detail}`;
}

/** Location filter with an option for all. */
export function LocationFilter({ locations, value, onChange, label, disabled, hideLabel, required }: Props) {
  if (locations.length < 2) return null;
  const all = required ? [] : [{ value: '0', label: i18n._('All Locations') }];
  const each = locations.map((location) => ({
    value: String(location.id),
    label: cityLabel(location, locations),
  }));
  return (
    <SelectBox
      label={label ?? i18n._('Locations')}
      hideLabel={hideLabel}
      icon="pin"
      options={[...all, ...each]}
      value={String(value)}
      onChange={(id) => onChange(Number(id))}
      disabled={disabled}
    />
  );
}
