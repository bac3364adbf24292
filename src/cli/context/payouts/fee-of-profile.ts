import type { Settings } from '../settings.ts';

/** Adds the profile's setting of the fee to flags without one. */
export function withFeeOfProfile<Flags extends { readonly coverFee?: boolean | undefined }>(
  flags: Flags,
  { coverFee }: Pick<Settings, 'coverFee'>,
): Flags & { readonly coverFee: boolean } {
  return { ...flags, coverFee: flags.coverFee ?? coverFee };
}
