import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';
import type { payments as english } from '../en/payments.ts';

export const payments: typeof english = {
  help: {
    commands: {
      group: 'Listar, consultar e criar pagamentos (cobranças)',
      list: 'Lista pagamentos, do mais novo ao mais antigo',
      get: 'Mostra um pagamento',
      create: 'Cria uma cobrança com seu código copia e cola',
    },
    options: {
      id: { value: 'id', description: 'id do pagamento' },
      qr: 'desenha o QR code no terminal',
      qrFile: { value: 'arquivo.png', description: 'grava o QR code num arquivo PNG' },
      value: { value: 'valor', description: 'valor em reais: 10,50' },
      description: {
        value: 'texto',
        description: `o que o pagador vê, no máximo ${DESCRIPTION_CHARACTERS_MAXIMUM} caracteres`,
      },
      coverFee: 'o pagador paga a tarifa além do valor',
      wait: 'espera até o pagamento ser concluído ou falhar (saída 1)',
    },
  },
  fields: {
    value: 'Valor',
    valueInReais: 'Valor em reais',
    netValue: 'Valor líquido',
    qrCode: 'QR code',
    copyPaste: 'Copia e cola',
    expiresAt: 'Expira em',
  },
  prompts: {
    value: 'Valor em reais',
  },
  outcomeUnknown: (reason, amount) => ({
    message: `ninguém sabe se a cobrança de ${amount} foi criada: ${reason}`,
    hint: 'procure por ela com "pix payments list -L 5" antes de repetir o comando; listas podem ter 60 segundos',
  }),
  waiting: 'Esperando o pagamento ser pago ou falhar. Ctrl-C só encerra a espera.',
  failed: {
    message: 'o pagamento falhou: expirou ou foi recusado',
    hint: 'crie outra cobrança com: pix payments create',
  },
  qrCode: {
    copyPaste: 'Copia e cola:',
    tooLong: 'Este código é longo demais para um QR code.',
    missing: {
      message: 'o pagamento não tem (mais) QR code',
      hint: 'só um pagamento que ainda pode ser pago tem um',
    },
    unreadable: {
      message: 'o QR code que o serviço enviou não é uma imagem PNG legível',
      hint: 'veja o que ele enviou: pix payments get ID --json --fields qrCode',
    },
    written: (path) => `QR code gravado em ${path}`,
    tooWide: (needed) =>
      `O QR code ocupa ${needed} colunas, mais do que este terminal tem: alargue-o, ou peça uma imagem: pix payments get ID --qr-file ARQUIVO`,
  },
};
