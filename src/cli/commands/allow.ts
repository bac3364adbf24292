import { parsed, repeated } from '../command/options.ts';
import { readPermission } from '../context/payouts/permissions.ts';

/** What a refusal says would allow it. Of commands that send. */
export const allow = repeated(parsed(({ payouts: { help } }) => help.options.allow, readPermission));
