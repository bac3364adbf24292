import type { Child } from 'hono/jsx';
import type { Assets } from '../answer.ts';
import { useView } from '../view.ts';
import { Facts, Time } from './parts.tsx';

export const PAGES = {
  accounts: '/',
  requests: '/console/requests',
  webhooks: '/console/webhooks',
  faults: '/console/faults',
  codes: '/console/codes',
  ledger: '/console/ledger',
  state: '/console/state',
  api: '/console/api',
} as const;
export type PageName = keyof typeof PAGES;

export function Layout({
  assets,
  title,
  active,
  children,
}: Readonly<{ assets: Assets; title: string; active: PageName | undefined; children: Child }>) {
  const { text, language, theme, notice, now } = useView();
  const isOpen = active !== undefined;
  return (
    <html lang={language} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · pix`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={assets[0].path} />
        <script src={assets[1].path} defer></script>
      </head>
      <body data-events={isOpen ? '/console/events' : undefined}>
        <a class="skip" href="#content">
          {text.skip}
        </a>
        <header>
          <a class="brand" href="/">
            pix <span>{text.service}</span>
          </a>
          {isOpen && (
            <nav aria-label={text.menu}>
              {Object.entries(PAGES).map(([name, path]) => (
                <a href={path} aria-current={name === active ? 'page' : undefined}>
                  {text.nav[name as PageName]}
                </a>
              ))}
            </nav>
          )}
        </header>
        <main id="content" tabindex={-1}>
          {notice && (
            <p class={notice.isError ? 'notice bad' : 'notice good'} role={notice.isError ? 'alert' : 'status'}>
              {notice.sentence}
            </p>
          )}
          {children}
        </main>
        <footer class="muted">
          <span>
            {text.service}, {text.noMoney}. {text.serviceTime}: <Time at={now} />. {text.zone}
          </span>
          <Choice name="language" words={{ en: 'English', 'pt-BR': 'Português' }} />
          <Choice name="theme" words={text.themes} />
          <button type="button" class="copy" data-help hidden>
            {text.keyboard}
          </button>
        </footer>
        <dialog id="help" aria-labelledby="help-title">
          <h2 id="help-title">{text.keyboard}</h2>
          <Facts rows={Object.entries(text.keys).map(([key, does]) => [<kbd>{key}</kbd>, does])} />
          <form method="dialog">
            <button>{text.close}</button>
          </form>
        </dialog>
      </body>
    </html>
  );
}

function Choice({ name, words }: Readonly<{ name: 'language' | 'theme'; words: Readonly<Record<string, string>> }>) {
  const { path, text, [name]: chosen } = useView();
  return (
    <span role="group" aria-label={text[name]}>
      {Object.entries(words).map(([value, word]) => (
        <a
          href={`/console/preferences?${name}=${value}&back=${encodeURIComponent(path)}`}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {word}
        </a>
      ))}
    </span>
  );
}
