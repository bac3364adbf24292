import { useView } from '../view.ts';
import { Field } from './parts.tsx';

/** For visitors of an exposed service. */
export function LoginPage() {
  const { text, path } = useView();
  return (
    <>
      <h1>{text.login}</h1>
      <form method="post" action="/console/login" class="inline">
        <input type="hidden" name="back" value={path} />
        <Field name="token" label={text.token} hint={text.loginHint} type="password" required autofocus />
        <button class="primary">{text.enter}</button>
      </form>
    </>
  );
}

export function MissingPage({ title, hint }: Readonly<{ title: string; hint: string }>) {
  const { text } = useView();
  return (
    <>
      <h1>{title}</h1>
      <p>{hint}</p>
      <p>
        <a href="/">{text.backToAccounts}</a>
      </p>
    </>
  );
}
