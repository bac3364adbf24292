import * as z from 'zod';
import { answerOf, identifier, text, timestamp, toldAnswerOf } from './field.ts';
import { PERMISSIONS, type Operation } from './operation.ts';
import { registrationAnswer, registrationRequest } from './account.ts';

const permission = z.enum(PERMISSIONS);

const apiKeyCreateRequest = z.strictObject({
  name: text().trim().min(1).max(60),
  permissions: z
    .array(permission.exclude(['admin:all']))
    .min(1)
    .describe('A secondary key cannot hold admin:all'),
});

const createdApiKey = z.looseObject({
  id: identifier,
  name: z.string(),
  key: z.string().describe('The key, shown this once'),
  permissions: z.array(permission),
  createdAt: timestamp,
});

const apiKey = z.looseObject({
  id: identifier,
  name: z.string(),
  key: z.string().meta({ description: 'Masked', examples: ['pk_…a1b2'] }),
  permissions: z.array(permission),
  isMain: z.boolean(),
  createdAt: timestamp,
});

const describedPermission = z.looseObject({ name: permission, description: z.string() });

/** Operations on the caller's own account and its keys. */
export const accountOperations = {
  registerAccount: {
    method: 'POST',
    path: '/api/v1/user/register',
    summary: 'Open an account and get its main key',
    access: 'anyone',
    rateLimit: 'registration',
    body: registrationRequest,
    answer: registrationAnswer,
  },
  createApiKey: {
    method: 'POST',
    path: '/api/v1/user/api-key/create',
    summary: 'Create a secondary key; it is shown once',
    access: 'main-key',
    rateLimit: 'standard',
    body: apiKeyCreateRequest,
    answer: toldAnswerOf(createdApiKey),
  },
  listApiKeys: {
    method: 'GET',
    path: '/api/v1/user/api-key/list',
    summary: 'List the keys of the account, masked',
    access: 'main-key',
    rateLimit: 'standard',
    answer: answerOf(z.looseObject({ keys: z.array(apiKey) })),
  },
  deleteApiKey: {
    method: 'DELETE',
    path: '/api/v1/user/api-key/{id}',
    summary: 'Revoke a secondary key',
    access: 'main-key',
    rateLimit: 'standard',
    answer: toldAnswerOf(z.looseObject({ id: identifier })),
  },
  listPermissions: {
    method: 'GET',
    path: '/api/v1/user/api-key/permissions',
    summary: 'The permissions that exist',
    access: 'anyone',
    rateLimit: 'standard',
    answer: answerOf(z.looseObject({ permissions: z.array(describedPermission) })),
  },
} as const satisfies Record<string, Operation>;
