import type { Context, Hono } from 'hono';
import type { Connection } from './fault-effects.ts';
import type { Exchange } from './intake.ts';

interface Environment {
  Bindings: Connection & { readonly exchange: Exchange };
}

export type RequestContext = Context<Environment>;
export type Routes = Hono<Environment>;
