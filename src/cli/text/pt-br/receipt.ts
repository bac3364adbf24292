import type { receipt as english } from '../en/receipt.ts';

export const receipt: typeof english = {
  titles: {
    paid: 'Comprovante: Pix enviado',
    pending: 'NÃO É COMPROVANTE: este saque não foi concluído',
    failed: 'NÃO É COMPROVANTE: este saque FALHOU',
  },
  remarks: {
    paid: 'O serviço informa que este saque foi concluído.',
    pending: 'Nada prova ainda que o dinheiro chegou. Peça o comprovante quando o saque for concluído.',
    failed: 'Nenhum dinheiro foi enviado.',
  },
  labels: {
    service: 'Serviço',
    issuedAt: 'Emitido em',
    status: 'Status',
    id: 'Saque',
    endToEndId: 'Id fim a fim',
    value: 'Saiu do saldo',
    fee: 'Tarifa',
    sent: 'Valor enviado',
    notSent: 'A enviar',
  },
  written: (path) => `Gravado em ${path}`,
  notPaid: 'Este saque não foi concluído: o que foi feito não é comprovante, e diz isso.',
  unknownEnding: (file) => ({
    message: `${file} não é texto nem página`,
    hint: 'escolha um arquivo que termine em .txt ou .html',
  }),
  help: {
    command: 'Faz o comprovante de um saque concluído',
    out: { value: 'arquivo', description: 'grava neste arquivo, que termina em .txt ou .html' },
  },
};
