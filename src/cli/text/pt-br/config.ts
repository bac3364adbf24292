import type { config as english } from '../en/config.ts';

export const config: typeof english = {
  help: {
    group: 'Idioma, fuso horário, paginador e perfil, escolhidos uma vez para todos os comandos',
    get: 'Mostra uma configuração como está valendo',
    set: 'Escolhe uma configuração; "default" desfaz a escolha',
    list: 'Mostra todas as configurações e de onde vem cada uma',
    path: 'Mostra onde ficam as configurações',
    name: { value: 'nome', description: 'language, time-zone, pager ou profile' },
    value: {
      value: 'valor',
      description: 'en ou pt-BR; America/Sao_Paulo; um comando, cat para nenhum; um perfil',
    },
  },
  fields: { source: 'De onde' },
  stored: (name, value) => `${name} agora é ${value === '' ? '""' : value}.`,
  removed: (name) => `${name} voltou ao padrão.`,
  overridden: (name) => `Por enquanto uma variável de ambiente diz outra coisa, e vale mais que ${name}.`,
  unknown: (typed, known, closest) => ({
    message: `não há configuração "${typed}"`,
    hint: `${closest === undefined ? '' : `seria ${closest}? `}há: ${known.join(', ')}`,
  }),
  unknownZone: (typed, closest) => ({
    message: `"${typed}" não é o nome de um fuso horário`,
    hint: `${closest === undefined ? '' : `seria ${closest}? `}escreva como America/Sao_Paulo, America/Manaus ou UTC`,
  }),
  badPager: { message: 'isso não é um comando', hint: 'escreva em uma linha: less -FRX' },
  unreadable: (path) => ({
    message: `${path} não é um arquivo de configurações`,
    hint: 'corrija-o (é JSON) ou tire-o de lá',
  }),
  unwritable: (path, reason) => ({
    message: `não foi possível gravar ${path}: ${reason}`,
    hint: 'confira o dono e o espaço livre, ou escolha outra pasta com PIX_CONFIG_DIR',
  }),
};
