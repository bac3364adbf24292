import { failure } from '../../errors/command-error.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';
import type { payments as english } from '../en/payments.ts';

export const payments: typeof english = {
  help: {
    commands: {
      list: 'Lista as cobranças, da mais recente à mais antiga',
      get: 'Mostra uma cobrança',
      create: 'Cria uma cobrança com seu código copia e cola',
      receipt: 'Gera o comprovante de uma cobrança paga',
    },
    options: {
      id: '<id> ID da cobrança, ou o começo dele',
      qr: 'desenha o QR code no terminal',
      qrFile: '<arquivo.png> grava o QR code num arquivo PNG',
      value: '<valor> valor em reais: 10,50',
      description: `<texto> o que o pagador vê, no máximo ${DESCRIPTION_CHARACTERS_MAXIMUM} caracteres`,
      copy: 'copia o Pix copia e cola; se não houver, o ID',
      coverFee: 'soma a tarifa ao valor cobrado do pagador',
      wait: 'aguarda até a cobrança ser paga ou expirar (saída 1)',
    },
  },
  outcomeUnknown: (reason, amount) => failure`
    a cobrança de ${amount} pode ter sido criada; resultado desconhecido: ${reason}
    procure por ela com "pix payments list -L 5" antes de repetir o comando; as listas podem estar 60 segundos atrasadas`,
  differs: (amount) => `CONFIRA ESTA COBRANÇA: o pagador deve pagar ${amount}; não é o que você pediu.`,
  waiting: 'Aguardando o pagamento. Ctrl-C encerra só a espera.',
  failed: failure`a cobrança não foi paga: expirou ou foi recusada \n crie outra cobrança com: pix payments create`,
  qrCode: {
    copyPaste: 'Copia e cola:',
    tooLong: 'Este código é longo demais para um QR code.',
    missing: failure`a cobrança não tem QR code \n só uma cobrança que ainda pode ser paga tem QR code`,
    unreadable: failure`
      o QR code enviado pelo serviço não é uma imagem PNG legível
      veja o que ele enviou: pix payments get ID --json --fields qrCode`,
    written: (path) => `QR code gravado em ${path}`,
    tooLarge: (columns, lines, id) =>
      `O QR code precisa de uma janela de ${columns} colunas e ${lines} linhas. Como imagem: pix payments get ${id} --qr-file ARQUIVO`,
  },
};
