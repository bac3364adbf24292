import type { Settings } from '../settings.ts';

/** The flags with what the profile says of the fee, where they say nothing of it. */
export function withFeeOfProfile<Flags extends { readonly coverFee?: boolean | undefined }>(
  flags: Flags,
  { coverFee }: Pick<Settings, 'coverFee'>,
): Flags & { readonly coverFee: boolean } {
  return { ...flags, coverFee: flags.coverFee ?? coverFee };
}
