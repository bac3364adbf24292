import type { views as english } from '../en/views.ts';

export const views: typeof english = {
  age: 'Há',
  ages: {
    now: 'agora',
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    days: (count) => `${count} d`,
    months: (count) => `${count} meses`,
    years: (count) => `${count} anos`,
  },
  ago: (length) => `há ${length}`,
  ahead: (length) => `em ${length}`,
  hidden: (names) => `Sem espaço para mostrar: ${names}. Escolha com --fields.`,
  shown: (rows, total) => `Mostrados: ${rows} de ${total}`,
  rows: (count) => (count === 1 ? '1 linha' : `${count} linhas`),
  unknownStatus: 'sem status',
  wholeList: {
    all: 'A lista inteira, de qualquer data:',
    status: (status) => `Todos com status ${status}, de qualquer data:`,
  },
  statistics: {
    total: 'Linhas',
    completed: 'Concluídos',
    pending: 'Pendentes',
    failed: 'Com falha',
    totalValue: 'Valor total',
    totalNetValue: 'Valor líquido total',
  },
  negative: (amount) => `O SALDO ESTÁ NEGATIVO: ${amount}`,
  watching: (seconds, time) => `Às ${time}, a cada ${seconds} s. Ctrl-C encerra.`,
  watchingRows: (seconds) => `Novidades a cada ${seconds} s. Ctrl-C encerra.`,
  changedAt: (time) => `Última mudança: ${time}`,
  watchFailed: (reason) => `${reason}; perguntando de novo`,
  waitingForPayment: 'Esperando o pagamento ser pago ou falhar. Ctrl-C só encerra a espera.',
  waitingForWithdrawal: 'Esperando o saque ser concluído ou falhar. Ctrl-C só encerra a espera.',
  paymentFailed: {
    message: 'o pagamento falhou: expirou ou foi recusado',
    hint: 'crie outra cobrança com: pix payments create',
  },
  qrTooWide: (needed) =>
    `O QR code ocupa ${needed} colunas, mais do que este terminal tem: alargue-o, ou peça uma imagem: pix payments get ID --qr-file ARQUIVO`,
  help: {
    watch: {
      value: 'segundos',
      balance: 'continua mostrando, por padrão a cada 5 segundos, e marca o que mudou',
      list: 'continua mostrando linhas novas ou cujo status mudou, por padrão a cada 5 segundos',
    },
    waitPayment: 'espera até o pagamento ser concluído ou falhar (saída 1)',
    waitWithdrawal: 'espera até o saque ser concluído ou falhar (saída 1)',
  },
};
