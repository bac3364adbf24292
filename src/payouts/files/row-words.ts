/** The words by which the columns and cells of a sheet say whether a row is to be paid, how, and what is due. */

const PAYMENT = 'pagamento, pgto, pagto';

/** What became of a row. */
export const OF_STATUS = headings(
  [
    'status, stts, situacao, sit, estado',
    `, atual, fin, financeir@, ${PAYMENT}, pix, titulo, parcela, conta, lancamento, documento, nota`,
  ],
  [`${PAYMENT}, payment, paymentstatus, paymentstate`],
);
export const OF_AMOUNT_PAID = headings(
  ['valor, vl, vlr, total, valortotal', 'pago, quitado, liquidado, baixado', ', parcela, titulo'],
  [', valor', 'pagoourecebido'],
  ['paidamount, amountpaid, totalpaid'],
);
/** A day or a yes below it says that the row was paid, or must not be. */
export const OF_END = headings(
  [
    ', data, dt, em',
    'baixa, quitacao, liquidacao, bloqueio, cancelamento, suspensao, disputa, contestacao, pendencia, pendencias',
    `, ${PAYMENT}`,
  ],
  ['comprovante', `pix, ${PAYMENT}`, ', enviad@, anexad@, recebid@, ok'],
  [
    ', ja, foi',
    'lancad@, cadastrad@, incluid@, programad@, enviad@',
    'n[oa], ao?, parao?, pro',
    'banco, internetbanking',
  ],
  ['conciliad@, conciliacao, autenticacao, autenticacaobancaria'],
  [', ja, foi', 'recebeu, recebid@'],
);
/** Of an expense it may be a number: `Comprovante: NF 17`. */
export const OF_PROOF = headings(['comprovante', ', enviad@, anexad@, recebid@, ok']);
/** Beside the day on which a row is due, it says when it was paid, or will be. */
export const OF_ANY_DAY = headings(['data, dt', `${PAYMENT}, pix, transferencia, deposito, credito`], ['paymentdate']);
/** Whatever day another column says. */
export const OF_LATER_DAY = headings(
  [', data, dt', 'vencimento, vencto, vcto, venc', 'prorrogad@, adiad@, real, atual'],
  ['prorrogad@, adiad@', ', para, ate'],
  ['nov@', 'data, vencimento, vencto, vcto, venc, prazo', ', vencimento, vencto, pagamento, pgto'],
);
const TODAY = ', hoje, agora, ja, amanha, n?est[ea](?:semana|dia|data|mes|lote|quinzena)';
/** Whether a row is to be paid: one without an answer, where others may have one, is not. */
export const OF_CONSENT = headings(
  [', pode, vai, deve', 'pagar, enviar', TODAY],
  [', pode, vai, deve', 'pagar, enviar, fazer, incluir', ', o, n[oa], por, via', `${PAYMENT}, pix, lote`, TODAY],
  ['pay, topay, paynow, paytoday, approved, authorized, authorised'],
  [
    `, ${PAYMENT}`,
    'aprovad@, autorizad@, liberad@',
    ', para, p, pela, pelo',
    `, diretoria, financeiro, gerencia, gestor, ${PAYMENT}`,
  ],
);
/** Often the name of who approved. */
export const OF_APPROVAL = headings(
  [
    ', foi, status, situacao, sit, parecer',
    'ativ@|(?:aprova|autoriza|libera|deferi|validad[oa]|conferid|confirmad|ok|visto|approv|authori[sz]).*',
  ],
  [
    'nf, nfe, nfse, nota, notafiscal, documentos, documentacao, contrato',
    'recebid@s?, entregues?, emitid@, assinad@, conferid@, ok',
  ],
  ['tem, recebeu, emitiu, enviou', 'nf, nfe, nfse, nota, notafiscal'],
);
/** Without a name below it, no person has approved the row. */
export const OF_APPROVER = headings(
  ['aprovad@, autorizad@, liberad@, approved, authorized, authorised', 'por, pel[oa], em, by, on'],
  ['aprovador, aprovadora, approver'],
  ['data, dt', 'aprovacao, autorizacao, liberacao'],
);
export const WITHHELD = beginnings([
  ['n(?!/a|[.]), nao, no(?! dia), pendente, negad@, recusad@, anulad@, vetad@, retid@, indeferid@'],
  ['aguarda, aguardando, falta, falso, false, pending, denied, rejected'],
]);
/** Not yet, below `Pago`: anything else there, such as the name of who paid, says that it was. */
export const OPEN = beginnings([
  ['n, nao, no, nenhum@, pendente, pagar, a pagar, abert@, em abert@, aguarda, aguardando, falta, ainda, falso'],
  ['not, none, false, pending, open, unpaid, to pay'],
]);
/** A bill that is paid otherwise may have the Pix key of its supplier. */
export const OF_FORM = headings(
  [', forma, meio, metodo, modalidade, tipo', PAYMENT],
  [`${PAYMENT}, pagar`, 'via, por, com'],
  ['pag@', 'via, com'],
  ['forma, meio, tipo', 'recebimento'],
  ['forma, meio, metodo, modalidade, payment, paymentmethod, paymenttype, paymentform'],
);
const LEFT =
  'apagar, saldoapagar, saldodevedor, faltapagar, valorrestante, saldorestante, (?:saldo|valor(?:total)?(?:daparcela)?)?emaberto(?:daparcela)?';
/** A yes below it says that the row is paid otherwise. */
export const OF_OTHER_FORM = headings([
  ', pag@, por, via, em, no',
  'boleto, ted, debito, debitoautomatico, debitoemconta, cartao, dinheiro, cheque',
]);
/** 0,00 below it says that nothing is due any more; elsewhere it may be left from an empty cell. */
export const OF_AMOUNT_LEFT = headings([LEFT]);
/** What is due in the end, beside an amount of the bill. */
export const OF_AMOUNT_DUE = headings(
  [', valor, vl, vlr', 'total, totalapagar, areceber'],
  [', valor, vl, vlr, total', 'liquido, liq, liquidoapagar, liquidoareceber'],
  [
    'valor, vl, vlr',
    'final, real, efetivo, devido, atualizado, comdesconto, cdesconto, parcela, pix, atransferir, adepositar',
  ],
  ['valor, vl, vlr', 'aprovado, autorizado, liberado, corrigido, correto, certo, novo, ajustado, revisado, negociado'],
  ['novo', 'valor, vl, vlr'],
  ['amount, total', 'due'],
  [`${LEFT}, net, netamount, pay, topay, pagar`],
);
/** Less than the amount, it is what is left of it; more may be that of an account. */
export const OF_BALANCE = headings(['saldo', ', atual, titulo, parcela, documento']);
const TAXES = 'ir, irrf, iss, issqn, inss, pis, cofins, csll, csrf, pcc, piscofinscsll, imposto, impostos, tributos';
export const OF_DIFFERENCE = headings(
  [
    ', valor',
    'desconto, descontos, abatimento, abatimentos, adiantamento, adiantamentos, sinal, juros, multa, multas, jurosmulta, acrescimo, acrescimos, deducao, deducoes, glosa, glosas, retencao, retencoes, irrf, discount, discounts, interest',
    ', previst@s?',
  ],
  [', valor', `, ${TAXES}`, 'retid@s?'],
  ['retencao, retencoes', TAXES],
);
/** A key below it is to be paid instead of that of the row. */
export const OF_OTHER_KEY = headings(
  ['nov@', 'chave, pix, chavepix'],
  [
    'chave, pix, chavepix',
    'nov@, corret@, cert@, atual, atualizad@, corrigid@, alterad@, apagar, parapagar, pagamento, parapagamento',
  ],
  ['pagar', 'n[oa], em, via, para', 'chave, chavepix'],
);
/** An amount that may be the one before a discount. */
export const OF_ANY_AMOUNT = headings(['valor, amount', ', r$, brl, reais, emreais, inreais'], ['quantia, montante']);

export const CONSENTED = beginnings([
  ['pagar, pode, sim, yes, aprovad@, autorizad@, liberad@, pay, approved, authorized, authorised, ok'],
]);
/** Behind a payroll or a batch, PG may say what it is for: `Folha PG novembro`. */
const BATCH = '(?:folha|lote)(?: \\d[\\d/.-]*)* ';
/** `PG em 05/12`, `PG por Ana` */
const PG_THEN = 'pg(?= (?:em|dia|hoje|ontem|ok|por|via|pel[oa])(?!\\p{L}))';
/** Behind a number, and with no word behind it: `Lote 3 PG 05/12`. */
const PG_OF_NUMBER = '(?<= \\d[\\d/.-]* )pg(?![^\\p{L}]*\\p{L})';
/** `Pg. ref. a novembro` says what is paid, not that it is. */
const FOR = '(?! (?:ref\\p{L}*|d[aeo]s?|ao?|nf|nota|parcela|fatura)(?!\\p{L}))';
const PG = `(?:(?<!${BATCH})pg|${PG_THEN}|${PG_OF_NUMBER})${FOR}`;
const OF_BILLS =
  'lote, folha, sinal, metade, parte, conta, boleto, fatura, titulo, nota, nf, parcela, valor, parcialmente, tudo, ok, ja, foi, esta, ta, already, status, situacao';
/** Before a request: `Favor não pagar`. */
const CALLS = 'favor, por favor, atencao, obs, importante, urgente, ainda, por enquanto, please';
export const CALL = new RegExp(`^(?:\\P{L}*${oneOf(CALLS)}(?!\\p{L}))+`, 'u');
/** `Não enviar comprovante`, `Não pagar juros` and `Não pode ser pago com atraso` are about something else. */
const BESIDE =
  '(?! (?:(?:o|a|os|as) )?(?:comprovante|recibo|e-?mail|nota|nf|retencao|desconto|boleto|juros?|multa|frete|(?:com|em) atraso))';
const NOT = '(?:n|nao|nunca|jamais)(?: (?:e|deve|devem|pode|podem|vai|vao))?(?: (?:para|pra|p/|sera?|serao))?';
/** Not `Não vai fazer entrega`: that is the recipient. */
const MAKE =
  '(?:fazer|enviar|efetuar)(?!(?<=(?:devem?|podem?|vai|vao) \\w+) (?!(?:(?:o|um) )?(?:pix|pagamento|pgto|pagto))\\p{L})';
const NOT_TO_PAY = [
  [NOT, `(?:(?<=(?:sera?|serao) )pag[oa]s?|pagar|pague|pg|${MAKE})${BESIDE}, liberar, aprovad@, autorizad@, liberad@`],
  ["do not, don't", 'pay, send'],
];
/** Whatever its column is for. */
export const FORBIDDEN = beginnings(NOT_TO_PAY, CALLS);
/** `Pix confirmado por telefone`: the key was. */
const BY_CALL = '(?! (?:por|via|pelo|no) (?:o )?(?:tel|fone|cel|liga|whats|zap))';
/** Or with a day: `Agendada a visita` is about something else. */
const ALONE = '(?![^\\p{L}]*(?!(?:em|dia) )\\p{L})';
/** Not `Pagar só por Pix`. */
const IN_PART = '(?! (?:(?:por|via|com|no|pel[oa]) |pix))';
/** `Chave antiga removida`, `Valor antigo 90,00` */
const MENDED = '(?! (?:ja |foi )?(?:corrigid|alterad|atualizad|trocad|removid|era |(?:r\\W*)?\\d))';
/** Of several rows. */
export const NOTE_LABEL = new RegExp(`^\\P{L}*${oneOf(`${CALLS}, aviso, lote, folha, bloco, grupo`)}\\P{L}*$`, 'u');
/** That a row was paid, or must not be, wherever it is written. */
const AGAINST = [
  ...NOT_TO_PAY,
  ['aguardando, em, ag, pendente, pendente de', 'aprovacao, autorizacao, liberacao'],
  [
    `pix, ted, ${PAYMENT}`,
    ', ja, foi',
    'feit@, enviad@, efetuad@, realizad@, concluid@, agendad@, cancelad@, bloquead@, suspens@',
  ],
  ['pix', ', ja, foi', `confirmad@${BY_CALL}`],
  [`ted, ${PAYMENT}`, ', ja, foi', 'confirmad@'],
  [
    `pag@, ${PG}, paguei, pagou, pagamos, quitad@, cancelad@, cancelar, bloquead@, bloquear, suspens@, suspender, reprovad@`,
  ],
  ['excluid@, inativ@, indeferid@, contestad@, em disputa'],
  [`(?:transferid|liquidad|baixad|agendad|retid)@${ALONE}`],
  ['sem', 'aprovacao, autorizacao, liberacao'],
  ['so, somente, apenas', 'pagar(?! (?:(?:por|via|com|no|pel[oa]) )?pix(?![^\\p{L}]*\\p{L}))'],
  ['pagar', `so${IN_PART}, somente${IN_PART}, apenas${IN_PART}, metade, apos, depois`],
  [
    'chave, chave pix, pix, valor, cnpj, cpf',
    `errad@${MENDED}, incorret@${MENDED}, invalid@${MENDED}, antig@${MENDED}, desatualizad@, divergente`,
  ],
  [`, pix, ${PAYMENT}`, 'repetid@(?! (?:tod|cada|mensal)), duplicad@, duplicidade, em duplicidade'],
  ['aguardar, segurar, pular, excluir, deletar, remover, desconsiderar, ignorar, em espera, stand by, standby'],
  ['paid, canceled, cancelled, cancel, hold, on hold, ignore, duplicate'],
];
export const NOTED = beginnings(AGAINST, `${OF_BILLS}, ${CALLS}`);
/** Of several rows, in the singular. `Contas pagas com Pix` is a title. */
export const NOTED_OF_ALL = beginnings(AGAINST, `ja, ${CALLS}`);
/** Of one alone, it may be what a payment is for. */
export const DONE_OF_ALL = beginnings([[`(?:efetuad|realizad|enviad|concluid|feit)@s${ALONE}`]], `ja, ${CALLS}`);
/** What others are to pay, in a sheet of both. */
export const INCOMING = /^(?:(?:a )?receber|receitas?)$/;
/** It may be a team of those who are paid, too. */
export const RECEIVABLE = /^contas? a receber(?!\p{L})/u;
export const OF_TEAM = headings(['setor, departamento, depto, area, lotacao, equipe, cargo, funcao', ', funcionario']);
/** What was refused or returned may be in the file to be paid again. Notes are of works, too: `Concluída a obra`. */
export const SETTLED = beginnings(
  [
    ...AGAINST,
    ['liquidad@, baixad@, efetuad@, realizad@, concluid@, finalizad@, feit@, enviad@(?! (?:para|pra|p/)), agendad@'],
    ['pix', ', ja, foi', 'confirmad@'],
    ['parcial, parcialmente, perdid@, negociad@, renegociad@, substituid@, antecipad@, inutilizad@, denegad@'],
    ['em, aguardando', 'processamento, retorno, remessa'],
    ['remessa', 'gerada, enviada'],
    ['transferid@, depositad@, compensad@, reembolsad@, ressarcid@, processad@, anulad@, vetad@, retid@'],
    ['em, sob', 'analise, revisao'],
    ['sent, transferred, done, settled, completed, void, voided, blocked, suspended, scheduled, not approved'],
  ],
  `${OF_BILLS}, ${CALLS}, ${PAYMENT}, pix, payment`,
);
export const OTHER_FORM = beginnings([
  ['boleto, boletos, bol, ted, doc, debito, credito, cartao, dinheiro, especie, cheque, deposito, caixinha, dda'],
  ['guia, darf, das, gps, gru, permuta, compensacao, encontro de contas, bonificacao, sem pagamento, qr code'],
  ['cod, codigo', ', de', 'barras'],
  ['cash, credit card, debit card, card, check'],
]);

/** Folded headings, each of the parts of one form one after the other. */
function headings(...forms: readonly (readonly string[])[]): RegExp {
  const written = forms.map((parts) => parts.map(oneOf).join('(?:ja|d[aeo]s?)?'));
  return new RegExp(`^(?:${written.join('|')})$`);
}

/** Plain texts that begin with one of `forms`, behind any number of `openers`, which may have numbers: `NF 17 paga`. */
function beginnings(forms: readonly (readonly string[])[], openers = '(?!)'): RegExp {
  const written = forms.map((parts) => parts.map(oneOf).join('[ .]*'));
  return new RegExp(`^[^\\p{L}]*(?:${oneOf(openers)}[^\\p{L}]+)*(?:${written.join('|')})(?![\\p{L}\\p{N}])`, 'u');
}

/** An empty word makes the others optional. `@` is the ending of either gender. */
function oneOf(words: string): string {
  const alternatives = words.split(', ').join('|');
  return `(?:${alternatives
    .replaceAll('@', '[oa]')
    .replaceAll(' ', '[ .]+')
    .replaceAll('$', String.raw`\$`)})`;
}
