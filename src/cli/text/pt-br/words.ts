import type { words as english } from '../en/words.ts';

export const words: typeof english = {
  error: 'erro',
  hint: 'dica',
  yes: 'sim',
  no: 'não',
  unknown: 'desconhecido',
  yesNo: '(s/N)',
  yesWords: ['s', 'sim', 'y', 'yes'],
  copied: (what) => `Copiado para a área de transferência: ${what}`,
  notCopied: 'Nada foi copiado: não há terminal nem área de transferência.',
  machine: {
    keychain: 'Cofre de senhas',
    file: 'Arquivo',
    payments: 'Cobranças',
    withdraws: 'Envios',
    statement: 'Extrato',
    flag: 'Opção',
    environment: 'Ambiente',
    config: 'Configuração salva',
    default: 'Padrão',
    strict: 'Documentada',
    message: 'Qualquer uma com mensagem',
    proven: 'Conferido',
    derived: 'Calculado pelos lançamentos',
  },
};
