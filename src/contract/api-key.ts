import * as z from 'zod';
import { identifier, text, timestamp } from './field.ts';
import { PERMISSIONS } from './permission.ts';

const permission = z.enum(PERMISSIONS);

export const apiKeyCreateRequest = z.strictObject({
  name: text().trim().min(1).max(60),
  permissions: z
    .array(permission.exclude(['admin:all']))
    .min(1)
    .meta({ description: 'A secondary key cannot hold admin:all' }),
});

export const apiKeyCreateAnswer = z.looseObject({
  success: z.boolean(),
  message: z.string(),
  data: z.looseObject({
    id: identifier,
    name: z.string(),
    key: z.string().meta({ description: 'The key, shown this once' }),
    permissions: z.array(permission),
    createdAt: timestamp,
  }),
});

export const apiKeyListAnswer = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({
    keys: z.array(
      z.looseObject({
        id: identifier,
        name: z.string(),
        key: z.string().meta({ description: 'Masked', examples: ['pk_…a1b2'] }),
        permissions: z.array(permission),
        isMain: z.boolean(),
        createdAt: timestamp,
      }),
    ),
  }),
});

export const apiKeyDeleteAnswer = z.looseObject({
  success: z.boolean(),
  message: z.string(),
  data: z.looseObject({ id: identifier }),
});

export const permissionListAnswer = z.looseObject({
  success: z.boolean(),
  data: z.looseObject({ permissions: z.array(z.looseObject({ name: permission, description: z.string() })) }),
});
