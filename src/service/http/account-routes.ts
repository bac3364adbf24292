import { PERMISSIONS, type Permission } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { centavos } from '../../pix/centavos.ts';
import { issueKey, revokeKey } from '../wallet/keys.ts';
import { registerAccount } from '../wallet/registration.ts';
import { sendVerificationCode } from '../wallet/verification.ts';
import { decide } from '../wallet/wallet.ts';
import { accountFields } from './administration-answers.ts';
import { isoTime } from './answers.ts';
import { publicRoute, route, type Route } from './route.ts';
import { isMainKey } from '../wallet/api-key.ts';

const PERMISSION_DESCRIPTIONS: Readonly<Record<Permission, string>> = {
  'read:payments': 'List payments and look them up',
  'read:withdraws': 'List withdrawals and look them up',
  'read:balance': 'Read balance, disputes, statistics, limits and plan',
  'write:withdraw:create': 'Create withdrawals, and request their verification codes',
  'write:payment:create': 'Create payments',
  'admin:all': 'Everything, and issuing other keys',
};

/** Registration, keys and verification codes. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  route(operations.requestTransferCode, async (wallet, accountId, body) => {
    const { amount: amountCentavos, coverFee = false } = body;
    const { expiresAt } = await decide(wallet, [accountId], (transaction, circumstances) =>
      sendVerificationCode(transaction, circumstances, accountId, { amountCentavos, coverFee }),
    );
    return { success: true, message: 'Verification code sent by e-mail', data: { expiresAt: isoTime(expiresAt) } };
  }),

  publicRoute(operations.registerAccount, async (wallet, registration) => {
    const { account, issued } = await decide(wallet, [], (transaction, circumstances) =>
      registerAccount(transaction, circumstances, registration),
    );
    const { id, permissions } = issued.apiKey;
    return {
      success: true,
      message: 'Account created. Keep the key: it is shown only now',
      data: {
        account: accountFields(account, centavos(0)),
        apiKey: { id, key: issued.key, permissions: [...permissions] },
      },
    };
  }),

  route(operations.createApiKey, async (wallet, accountId, { name, permissions: wanted }) => {
    const permissions = PERMISSIONS.filter((permission) => wanted.some((word) => word === permission));
    const { apiKey, key } = await decide(wallet, [accountId], (transaction, circumstances) =>
      issueKey(transaction, circumstances, { accountId, name, permissions }),
    );
    return {
      success: true,
      message: 'API key created. Keep it: it is shown only now',
      data: { id: apiKey.id, name, key, permissions, createdAt: isoTime(apiKey.createdAt) },
    };
  }),

  route(operations.listApiKeys, async ({ store }, accountId) => {
    const keys = (await store.keysOf(accountId)).map((key) => ({
      id: key.id,
      name: key.name,
      key: key.masked,
      permissions: [...key.permissions],
      isMain: isMainKey(key),
      createdAt: isoTime(key.createdAt),
    }));
    return { success: true, data: { keys } };
  }),

  route(operations.deleteApiKey, async (wallet, accountId, id) => {
    await decide(wallet, [accountId], (transaction) => revokeKey(transaction, accountId, id));
    return { success: true, message: 'API key revoked', data: { id } };
  }),

  publicRoute(operations.listPermissions, () => {
    const permissions = PERMISSIONS.map((name) => ({ name, description: PERMISSION_DESCRIPTIONS[name] }));
    return Promise.resolve({ success: true, data: { permissions } });
  }),
];
