import { registrationAnswer, registrationRequest } from './account.ts';
import {
  apiKeyCreateAnswer,
  apiKeyCreateRequest,
  apiKeyDeleteAnswer,
  apiKeyListAnswer,
  permissionListAnswer,
} from './api-key.ts';
import type { Operation } from './operation.ts';

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
    answer: apiKeyCreateAnswer,
  },
  listApiKeys: {
    method: 'GET',
    path: '/api/v1/user/api-key/list',
    summary: 'List the keys of the account, masked',
    access: 'main-key',
    rateLimit: 'standard',
    answer: apiKeyListAnswer,
  },
  deleteApiKey: {
    method: 'DELETE',
    path: '/api/v1/user/api-key/{id}',
    summary: 'Revoke a secondary key',
    access: 'main-key',
    rateLimit: 'standard',
    answer: apiKeyDeleteAnswer,
  },
  listPermissions: {
    method: 'GET',
    path: '/api/v1/user/api-key/permissions',
    summary: 'The permissions that exist',
    access: 'anyone',
    rateLimit: 'standard',
    answer: permissionListAnswer,
  },
} as const satisfies Record<string, Operation>;
