import type { exports as english } from '../en/exports.ts';

const count = (number: number): string => number.toLocaleString('pt-BR');

export const exports: typeof english = {
  exports: {
    missingOut: {
      message: 'falta --out: o arquivo para onde vão as linhas',
      hint: 'acrescente: pix export payments --out pagamentos.csv',
    },
    noStandardOutput: {
      message: '--out é um arquivo: ao lado dele ficam o manifesto e, até ele estar completo, o estado',
      hint: 'para escrever linhas em stdout: pix payments list --all --output csv',
    },
    ofxIsForStatements: {
      message: 'só um extrato pode ser escrito como OFX',
      hint: 'pix export statement --format ofx --out extrato.ofx',
    },
    ofxHasNoFields: { message: '--fields não combina com OFX, cujos campos são fixos', hint: 'deixe --fields de fora' },
    fileExists: (path) => ({
      message: `${path} já existe, e fica como está`,
      hint: 'escolha outro arquivo, ou substitua com --force',
    }),
    notAFile: (path) => ({
      message: `${path} é uma pasta ou um dispositivo, e nenhum arquivo pode ficar em seu lugar`,
      hint: 'escolha outro arquivo com --out',
    }),
    unwritable: (path, reason) => ({
      message: `não foi possível escrever ${path}: ${reason}`,
      hint: 'confira a pasta, as permissões e o espaço livre',
    }),
    stateLocked: (path) => ({
      message: `outro processo está exportando para este arquivo (ele usa ${path})`,
      hint: 'espere por ele, ou escolha outro arquivo com --out',
    }),
    stateUnusable: (path) => ({
      message: `o que uma exportação anterior deixou não pode ser usado: ${path}`,
      hint: 'mova-o para outro lugar e comece de novo com o mesmo comando',
    }),
    unstatedEntry: (id, field) => ({
      message: `${id} está liquidado, mas o serviço não informa ${field}: não pode constar de um extrato`,
      hint: 'exporte as listas: pix export payments, pix export withdraws',
    }),
    notProven: (rows, missing) => ({
      message: `NÃO está provado que a exportação está completa; ${count(rows)} linhas foram escritas, sem: ${missing}`,
      hint: 'repita o mesmo comando com --force: só o que falta é lido de novo',
    }),
    entryTypes: { PAYMENT: 'Pix recebido', WITHDRAWAL: 'Pix enviado' },
    rowsOf: { payments: 'pagamentos', withdraws: 'saques' },
    gap: (list, first, last) =>
      first === last ? `${list} nº ${count(first)}` : `${list} nº ${count(first)} a ${count(last)}`,
    moreGaps: (gaps) => `mais ${count(gaps)} lacunas`,
    orderMoved: 'certeza, pois a ordem no serviço não parou de mudar',
    resuming: (rows) => `Continuando uma tentativa anterior: ${count(rows)} linhas já estão guardadas.`,
    kept: (rows, path) =>
      `O que foi lido (${count(rows)} linhas) está guardado em ${path}: o mesmo comando continua dali.`,
    anew: (list) => `A ordem dos ${list} mudou no serviço: lendo tudo de novo.`,
    done: (rows, path) => `${count(rows)} linhas em ${path}, comprovadamente completo.`,
    reading: (list, held, total) =>
      `${list}: ${count(held)} de ${count(total)} (${total === 0 ? 100 : Math.floor((held * 100) / total)}%)`,
    speed: (perSecond, left) => `, ${count(perSecond)} por segundo, faltam ${left}`,
    writing: (path) => `escrevendo ${path}`,
  },
  keys: {
    noProfile: {
      message: 'não há perfil que possa guardar chaves',
      hint: 'entre primeiro: pix auth login',
    },
    nameTaken: (name, profile) => ({
      message: `o perfil "${profile}" já tem uma chave chamada "${name}"`,
      hint: `escolha outro nome, ou remova aquela antes: pix keys remove ${name}`,
    }),
    alreadyThere: (name, profile) => ({
      message: `o perfil "${profile}" já guarda esta chave, como "${name}"`,
      hint: 'para ver todas: pix keys list',
    }),
    unknown: (name, known, closest) => ({
      message: `não há chave chamada "${name}"`,
      hint: `${closest === undefined ? '' : `seria ${closest}? `}há: ${known.join(', ')}`,
    }),
    otherAccount: (profile) => ({
      message: `a chave é de outra conta que a do perfil "${profile}"; nada foi guardado`,
      hint: 'guarde-a num perfil próprio: pix auth login -p NOME',
    }),
    lastKey: (profile) => ({
      message: `é a única chave do perfil "${profile}"`,
      hint: `remova-a junto com o perfil: pix auth logout -p ${profile}`,
    }),
    refused: (names) => ({
      message: `o serviço não aceita: ${names.join(', ')}`,
      hint: `chaves revogadas se removem com: pix keys remove ${names[0] ?? ''}`,
    }),
    added: (name, key, profile) => `A chave ${key} foi guardada como "${name}" no perfil "${profile}".`,
    removed: (name, profile) => `A chave "${name}" foi removida do perfil "${profile}".`,
    accountUnchecked:
      'Não foi possível conferir se a chave é da mesma conta: ela e a primeira chave não têm leitura em comum.',
    writesUnknown: 'O que uma chave pode escrever não se testa sem fazê-lo: fica desconhecido até o serviço recusar.',
  },
};
