import type { progress as english } from '../en/progress.ts';
import { count, oneDecimal } from './numbers.ts';

export const progress: typeof english = {
  attempt: (number) => `tentativa ${number}`,
  rate: (remaining, limit) => `restam ${remaining} de ${limit} requisições`,
  tenths: oneDecimal,
  retrying: (reason, seconds) => `${reason}; nova tentativa em ${seconds} s`,
  reasons: {
    too_many_requests: 'limite de requisições atingido',
    timed_out: 'sem resposta',
    connect_timeout: 'sem conexão',
    connection_refused: 'conexão recusada',
    connection_failed: 'a conexão falhou',
    connection_lost: 'a conexão caiu',
    answer_cut: 'resposta incompleta',
    host_unknown: 'endereço não encontrado',
    service_failed: 'o serviço falhou',
  },
  waitingFor: (host, seconds) => `aguardando ${host}, ${seconds} s`,
  waiting: (seconds) => `limite de requisições atingido; aguardando ${seconds} s`,
  noAnswer: (host, seconds) => `sem resposta de ${host} em ${seconds} s; tentando de novo`,
  keyDropped: (keyName) => `o serviço não aceita mais a chave "${keyName}"; continuando com as outras`,
  permissionMissing: (keyName, permission) =>
    `a chave "${keyName}" não tem a permissão ${permission}; continuando com as outras`,
  reading: (list, rowsRead, total) =>
    `${list}: ${count(rowsRead)} de ${count(total)} (${total === 0 ? 100 : Math.floor((rowsRead * 100) / total)}%)`,
  speed: (perSecond, left) => `, ${count(perSecond)} por segundo, faltam ${left}`,
};
