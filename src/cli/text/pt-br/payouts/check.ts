import type { Complaint } from '../../../errors/command-error.ts';
import type { check as english } from '../../en/payouts/check.ts';
import { count } from '../numbers.ts';
import { rows } from './rows.ts';

export const check: typeof english = {
  plan: {
    file: 'Arquivo',
    digest: 'Hash',
    rows: 'Linhas a pagar',
    sum: 'Soma',
    arrives: 'Chega',
    fees: 'Tarifas',
    leaves: 'Sai do saldo',
    recipients: 'Destinatários',
    available: 'Disponível agora',
    balance: 'Saldo agora',
    remains: 'Fica',
    alreadyPaid: 'Já pagas',
    leftOut: 'Deixadas de fora',
    run: 'Execução',
    thisMachine: 'esta máquina',
    alreadyPaidNote: 'por execuções anteriores: não são enviadas de novo',
    leftOutNote: 'linhas erradas (--only-valid)',
    leftOutEarlierNote: 'podem já ter sido pagas (--only-valid)',
  },
  wouldSend: (number: number, sum: string) => `O arquivo está certo: ${rows(number)}, ${sum}. Nada foi enviado.`,
  rowsWrong: (wrong: number, all: number) => ({
    message: `${rows(wrong)} de ${count(all)} ${wrong === 1 ? 'está errada' : 'estão erradas'}; nada foi enviado`,
    hint: 'corrija o arquivo, ou deixe de fora as linhas erradas: --only-valid',
  }),
  fileWrong: (problem: string) => ({
    message: `o arquivo não pode ser pago: ${problem}; nada foi enviado`,
    hint: 'veja como ele deve ser: pix payouts template --examples',
  }),
  digestDiffers: (wanted: string, found: string): Complaint => ({
    message: `o arquivo não é o que foi aprovado: o hash dele é ${found}, não ${wanted}; nada foi enviado`,
    hint: 'peça que este arquivo seja conferido e aprovado, ou use o que foi: pix payouts check ARQUIVO',
  }),
  invalidDigest: (typed: string): Complaint => ({
    message: `"${typed}" não é um hash SHA-256`,
    hint: 'é sha256: e 64 dígitos hexadecimais, como pix payouts check informa',
  }),
  fileUnreadable: (path: string, reason: string): Complaint => ({
    message: `${path} não pode ser lido: ${reason}`,
    hint: 'confira o nome e as permissões; - lê a entrada padrão',
  }),
  standardInput: 'entrada padrão',
  noticed: (words: string, lines: readonly number[], more: number) => {
    const places = lines.length === 0 ? '' : ` (linha ${lines.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''})`;
    return `nota: ${words}${places}`;
  },
  moreProblems: (number: number) => `… e mais ${count(number)}; todos: --output csv`,
  nothingToPay: { message: 'não há linha a pagar no arquivo', hint: 'veja como ele deve ser: pix payouts template' },
  preflight: {
    fee: (needed: string, available: string): Complaint => ({
      message: `o menor valor (${available}) não chega a ${needed}, o que sobra depois da tarifa: nada chegaria`,
      hint: 'faça as tarifas saírem por cima dos valores: --cover-fee',
    }),
    per_transaction: (needed: string, available: string): Complaint => ({
      message: `o maior pagamento leva ${needed}, e um só pode levar no máximo ${available}`,
      hint: 'veja os limites com: pix balance',
    }),
    balance: (needed: string, available: string): Complaint => ({
      message: `o saldo é pequeno demais: sairiam ${needed}, e há ${available}`,
      hint: 'veja o que há com: pix balance',
    }),
    daily: (needed: string, available: string): Complaint => ({
      message: `sairiam ${needed} do saldo, e o limite do dia ainda permite ${available}`,
      hint: 'divida o arquivo ou pague em outro dia; veja os limites com: pix balance',
    }),
    monthly: (needed: string, available: string): Complaint => ({
      message: `sairiam ${needed} do saldo, e o limite do mês ainda permite ${available}`,
      hint: 'divida o arquivo ou peça um limite maior; veja os limites com: pix balance',
    }),
  },
  duplicatesHint:
    'para pagar linhas com a mesma chave e o mesmo valor: --allow-duplicates, ou --allow-duplicate LINHA para uma delas',
  newReferencesHint: 'se as referências são de pagamentos diferentes: --new-references',
  templateWritten: (path: string) =>
    `Modelo gravado em ${path}. Confira-o depois de preencher: pix payouts check ${path}`,
};
