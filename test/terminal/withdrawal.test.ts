import { describe } from 'vitest';
import { behave } from './behave.ts';
import { inEveryLook, type Day } from './day.ts';
import { CLEAR, ENTER, type TerminalSession } from './terminal.ts';

describe('one withdrawal', () => {
  const withdrawal = async (day: Day) => {
    const { service } = day;
    const yes = day.language === 'pt-BR' ? 's' : 'y';
    const guided = async (session: TerminalSession, answer: string, isNewKey: boolean) => {
      await session.shows('?');
      session.type(`1.234${ENTER}`);
      await session.shows('1.234,00');
      session.type(`${CLEAR}25,00${ENTER}`);
      await session.shows(/(another key|outra chave)\s*$/);
      day.sees(session);
      if (isNewKey) {
        session.type('52998224726');
        await session.shows(/52998224726\s+\S+ (another key|outra chave)\s*$/);
        session.type(ENTER);
        // The mistyped key is there to be mended.
        await session.shows(/Pix\D* 52998224726/);
        session.type(ENTER);
        await session.shows(/check digits|dígito verificador/);
        session.type('\b5');
      }
      session.type(ENTER);
      await session.shows(/\/N\s*\)/);
      session.type(answer + ENTER);
    };
    await day.types('pix withdraw create', (session) => guided(session, '', true));
    await day.types('pix withdraw create', (session) => guided(session, yes, false));
    await day.types('pix withdraw create --amount 25.000,00 --pix-key maria.silva@example.com --yes');
    await day.types('pix withdraw create --amount 25,00 --pix-key 529.982.247-26');
    await behave(service, { transferSecurity: true });
    day.happens('the account wants codes');
    await day.types('pix withdraw create --amount 40,00 --pix-key maria.silva@example.com', async (session) => {
      await session.shows(/\/N\s*\)/);
      session.type(yes + ENTER);
      await session.shows(/Verification code|Código de verificação/);
      const { messages } = (await service.request('/mock/inbox')).json.data;
      session.type(String(messages[0].code) + ENTER);
    });
    await behave(service, { transferSecurity: false, blocked: true });
    day.happens('the account is blocked');
    await day.types('pix withdraw create --amount 40,00 --pix-key maria.silva@example.com', async (session) => {
      await session.shows(/\/N\s*\)/);
      session.type(yes + ENTER);
    });
  };
  inEveryLook('withdrawal', withdrawal, { isPlainToo: true, isReal: true });
});
