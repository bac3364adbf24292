import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { RunningTestService } from '../support/service.ts';
import { behave } from './behave.ts';
import { inEveryLook, type Day } from './day.ts';
import { CLEAR, CTRL_C, ENTER } from './terminal.ts';

const HEADER = 'referencia;nome;cpf_cnpj;tipo_chave;chave_pix;valor;descricao';
const MISTAKES = [
  'JUL-1;Maria da Silva;;CPF;529.982.247-25;1.234,50;Salário de julho',
  'JUL-2;Padaria Pão Quente;;EMAIL;pix@padaria;89,9;',
  'JUL-3;João Araújo;;CELULAR;(11) 98765-432;1.234;Táxi do aeroporto, dois trechos e a espera',
  'JUL-3;José Conceição;;CPF;529.982.247-26;0,10;',
  ';Ana;;EMAIL;ana@example.com;25,00;',
];
const RIGHT = [
  'JUL-1;Maria da Silva;;CPF;529.982.247-25;1.234,50;Salário de julho',
  'JUL-2;Padaria Pão Quente;;EMAIL;pix@padaria.com.br;89,9;Café',
  'JUL-3;João Araújo;;CELULAR;(11) 98765-4321;5,00;Táxi',
  'JUL-4;Ana;;EMAIL;ana@example.com;25,00;',
  'JUL-5;Bia;;EMAIL;bia@example.com;30,00;',
  'JUL-6;Caio;;EMAIL;caio@example.com;35,60;',
];

function writeFile(day: Day, name: string, rows: readonly string[]): void {
  writeFileSync(join(day.folder, name), [HEADER, ...rows, ''].join('\r\n'));
}

async function settleAll({ request }: RunningTestService): Promise<void> {
  const { withdraws } = (await request('/api/v1/withdraw/list?status=PENDING')).json.data;
  for (const { id } of withdraws) await request('/mock/withdraw/settle', { json: { id } });
}

describe("finance's day", () => {
  inEveryLook('payouts', async (day) => {
    const { service } = day;
    writeFile(day, 'julho.csv', MISTAKES);
    await day.types('pix payouts check julho.csv');
    writeFile(day, 'julho.csv', RIGHT);
    day.happens('the file is mended');
    await day.types('pix payouts check julho.csv');
    await settleAll(service);
    await behave(service, { instant: false, settleAfterMs: null, oneAtATime: true });
    day.happens('the account allows one withdrawal at a time');
    await day.types('pix payouts run julho.csv', async (session) => {
      await session.shows(/\? .*1\.420,00/s);
      session.type(`1.240,00${ENTER}`);
      await session.shows(/> "1\.240,00"[^]*1\.420,00\s*$/);
      day.sees(session);
      session.type(`${CLEAR}1.420,00${ENTER}`);
      // Run twice: the second time, no other is open.
      await session.shows(
        /(?:(?:one withdrawal at a\s+time|um envio por\s+vez)[^]*(?:current\s+one|pelo\s+atual)[^]*){2}/,
      );
      session.type(CTRL_C);
    });
    await day.types('pix payouts status');
    await behave(service, { instant: true, oneAtATime: false });
    day.happens('the account allows several, and settles at once');
    await day.types('pix payouts resume RUN', async (session) => {
      await session.shows(/\? .*185,50/s);
      session.type(`185,50${ENTER}`);
      // The refused row is looked for, for some minutes, before it is sent again.
      await session.shows(/(?:rejected:|com\s+recusa)[^]*Ctrl-C[^.]*\./);
      session.type(CTRL_C);
    });
    await settleAll(service);
    day.happens('the first withdrawal is settled');
    await day.types('pix payouts status RUN --refresh');
    await day.types('pix payouts list');
    await day.types('pix payouts report RUN');
  });
});
