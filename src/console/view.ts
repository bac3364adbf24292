import { createContext, useContext } from 'hono/jsx';
import * as z from 'zod';
import type { Cookies } from './session.ts';
import { english, portuguese, type Catalogue } from './text/texts.ts';

const CATALOGUES = { en: english, 'pt-BR': portuguese } as const;
const LANGUAGES = Object.keys(CATALOGUES) as Language[];
const THEMES = ['system', 'light', 'dark'] as const;
export type Language = keyof typeof CATALOGUES;
type Theme = (typeof THEMES)[number];

export interface View {
  readonly language: Language;
  readonly theme: Theme;
  readonly text: Catalogue;
  /** Path and query of the page: where a form leads back to. */
  readonly path: string;
  readonly now: number;
  readonly notice: Notice | undefined;
}

const CONTEXT = createContext<View | undefined>(undefined);
export const ViewProvider = CONTEXT.Provider;

/** Of the page that is being written. */
export function useView(): View {
  const view = useContext(CONTEXT);
  if (view === undefined) throw new TypeError('a page is written without a view');
  return view;
}

export interface Notice {
  readonly isError: boolean;
  readonly sentence: string;
  readonly form?: RefusedForm | undefined;
}

export type RefusedForm = z.output<typeof refusedForm>;

const refusedForm = z.object({
  action: z.string(),
  field: z.string().optional(),
  values: z.record(z.string(), z.string()),
});

/** From a cookie, in which a visitor can write anything. */
export function refusedFormIn(json: string | undefined): RefusedForm | undefined {
  try {
    return refusedForm.parse(JSON.parse(json ?? ''));
  } catch {
    return undefined;
  }
}

const YEAR_SECONDS = 31_536_000;

/** The language of the browser, unless the visitor has chosen another. */
export function preferencesOf(headers: Headers, cookies: Cookies) {
  const chosen = LANGUAGES.find((one) => one === cookies['pix_language']);
  const [first = ''] = (headers.get('Accept-Language') ?? '').split(',');
  const language: Language = chosen ?? (/^pt\b/i.test(first.trim()) ? 'pt-BR' : 'en');
  const theme: Theme = THEMES.find((one) => one === cookies['pix_theme']) ?? 'system';
  return { language, theme, text: CATALOGUES[language] };
}

export function preferenceCookies(query: Readonly<Record<string, string>>): string[] {
  return Object.entries({ language: LANGUAGES, theme: THEMES }).flatMap(([name, values]) => {
    const value = values.find((one) => one === query[name]);
    return value === undefined ? [] : [`pix_${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`];
  });
}

/** Swedish parts are those of ISO 8601. Pix counts its days in Brasília, wherever the service and the browser are. */
const MOMENT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-07-14 09:31:05`, or `14/07/2026 09:31:05`. */
export function formatMoment(at: string | number, language: Language): string {
  const moment = MOMENT.format(new Date(at));
  if (language === 'en') return moment;
  const [day = '', time = ''] = moment.split(' ');
  return `${day.split('-').reverse().join('/')} ${time}`;
}

/** A text by its name, in a table that may lack it: a newer service may know more. */
export function wordOf(table: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(table, name) ? (table[name] ?? name) : name;
}
