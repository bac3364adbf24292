import { isWebhookUrl } from '../../contract/addresses.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** A host name or IP address, without scheme or port. */
export function hostName(typed: string, _flag: string, text: Catalogue): string {
  const name = typed.toLowerCase();
  if (/^([a-z\d_]([a-z\d._-]*[a-z\d_])?|\[[a-f\d:.]+\])$/.test(name)) return name;
  throw usageError('invalid_host', text.serve.invalidHost(typed));
}

/** The address of a PostgreSQL database. */
export function databaseUrl(typed: string, _flag: string, text: Catalogue): string {
  if (/^postgres(ql)?:\/\/./.test(typed) && URL.canParse(typed)) return typed;
  throw usageError('invalid_database', text.serve.invalidDatabase);
}

/** The name of a schema that needs no quotes in SQL. */
export function schemaName(typed: string, _flag: string, text: Catalogue): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(typed) && !typed.startsWith('pg_')) return typed;
  throw usageError('invalid_schema', text.serve.invalidSchema(typed));
}

/** A web page's origin, as browsers write it. */
export function origin(typed: string, _flag: string, text: Catalogue): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  const isWebPage = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== undefined && isWebPage && (typed === url.origin || typed === `${url.origin}/`)) return url.origin;
  throw usageError('invalid_origin', text.serve.invalidOrigin(typed));
}

/** Where the local service posts webhooks. */
export function webhookUrl(typed: string, name: string, text: Catalogue): string {
  if (isWebhookUrl(typed)) return typed;
  throw usageError('invalid_webhook', text.serve.invalidWebhook(name, typed));
}
