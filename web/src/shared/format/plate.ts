/** A license plate with its state, such as `ST4B66 (AZ)`: the same letters belong to other cars elsewhere. */
export const plateText = ({ license, state }: { license: string; state: string }): string =>
  license && state ? `${license} (${state})` : license;
