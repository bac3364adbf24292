import { failure } from '../../errors/command-error.ts';
import type { config as english } from '../en/config.ts';

export const config: typeof english = {
  help: {
    get: 'Mostra o valor de uma configuração',
    set: 'Altera uma configuração; "default" volta ao padrão',
    list: 'Lista as configurações e a origem de cada valor',
    path: 'Mostra onde ficam as configurações',
    name: '<nome> language, time-zone, pager, profile, signing-key ou accessible (para leitores de tela); do perfil: cover-fee ou journal',
    value:
      '<valor> en ou pt-BR; America/Sao_Paulo; um comando, cat para nenhum; um perfil; uma chave SSH; on ou off; postgres://USUÁRIO@HOST/BANCO',
  },
  noProfile: (name) => failure`nenhum perfil em que gravar ${name} \n crie um: pix auth login`,
  stored: (name, value) => `${name} agora é ${value === '' ? '""' : value}.`,
  removed: (name) => `${name} voltou ao padrão.`,
  overridden: (name) => `Uma variável de ambiente tem prioridade sobre ${name}.`,
  unknown: (typed, known, closest) => failure`
    configuração desconhecida: "${typed}"
    ${closest === undefined ? '' : `você quis dizer ${closest}? `}configurações: ${known.join(', ')}`,
  unknownZone: (typed, closest) => failure`
    fuso horário desconhecido: "${typed}"
    ${closest === undefined ? '' : `você quis dizer ${closest}? `}escreva como America/Sao_Paulo, America/Manaus ou UTC`,
  badSigningKey: failure`
    chave inválida
    informe o arquivo de uma chave SSH, ou da parte pública se um agente tiver a chave`,
  badPager: failure`comando inválido \n escreva em uma linha: less -FRX`,
  unreadable: (path) => failure`${path} não é um arquivo de configuração válido \n corrija-o (é JSON) ou remova-o`,
  unwritable: (path, reason) => failure`
    não foi possível gravar ${path}: ${reason}
    confira o dono e o espaço livre, ou escolha outra pasta com PIX_CONFIG_DIR`,
};
