import type { progress as english } from '../en/progress.ts';
import { count, oneDecimal } from './numbers.ts';

export const progress: typeof english = {
  attempt: (number) => `tentativa ${number}`,
  rate: (remaining, limit) => `restam ${remaining} de ${limit} requisições`,
  tenths: oneDecimal,
  retry: (code, seconds) => `${code}: nova tentativa em ${seconds} s`,
  waiting: (seconds) => `limite de requisições atingido; aguardando ${seconds} s`,
  noAnswer: (host, seconds) => `sem resposta de ${host} em ${seconds} s; tentando de novo`,
  keyDropped: (keyName) => `o serviço não aceita mais a chave "${keyName}"; continuando com as outras`,
  permissionMissing: (keyName, permission) =>
    `a chave "${keyName}" não tem a permissão ${permission}; continuando com as outras`,
  reading: (list, held, total) =>
    `${list}: ${count(held)} de ${count(total)} (${total === 0 ? 100 : Math.floor((held * 100) / total)}%)`,
  speed: (perSecond, left) => `, ${count(perSecond)} por segundo, faltam ${left}`,
};
