import { failure } from '../../errors/command-error.ts';
import type { keys as english } from '../en/keys.ts';

export const keys: typeof english = {
  help: {
    commands: {
      add: 'Confere outra chave de API no serviço e a salva no perfil',
      list: 'Lista as chaves do perfil e as permissões conhecidas',
      remove: 'Remove uma chave do perfil',
      move: 'Move as chaves para o cofre de senhas ou para o arquivo',
      check: 'Consulta no serviço o que cada chave pode fazer',
    },
    options: {
      name: { value: 'nome', description: 'o seu nome para a chave' },
      place: { value: 'lugar', description: 'para onde: keychain (cofre) ou file (arquivo)' },
    },
  },
  nameTaken: (name, profile) =>
    failure(
      `o perfil "${profile}" já tem uma chave chamada "${name}"`,
      `escolha outro nome, ou remova antes aquela chave: pix keys remove ${name}`,
    ),
  alreadyThere: (name, profile) =>
    failure(`o perfil "${profile}" já tem esta chave, como "${name}"`, 'para ver todas: pix keys list'),
  otherAccount: (profile) =>
    failure(
      `a chave é de uma conta diferente da do perfil "${profile}"; nada foi salvo`,
      'salve-a em um perfil próprio: pix auth login -p NOME',
    ),
  lastKey: (profile) =>
    failure(
      `esta é a única chave do perfil "${profile}"`,
      `remova-a junto com o perfil: pix auth logout -p ${profile}`,
    ),
  refused: (names) =>
    failure(
      `recusadas pelo serviço: ${names.join(', ')}`,
      `remova chaves revogadas com: pix keys remove ${names[0] ?? ''}`,
    ),
  added: (name, key, profile) => `Chave ${key} salva como "${name}" no perfil "${profile}".`,
  removed: (name, profile) => `Chave "${name}" removida do perfil "${profile}".`,
  accountUnchecked:
    'Não foi possível conferir se a chave é da mesma conta: ela e a primeira chave não têm permissão de leitura em comum.',
  notTested: 'não testada',
  writesUnknown: 'O serviço só informa no uso se uma chave pode enviar dinheiro e criar cobranças.',
  moved: (count, profile, index) =>
    count === 1
      ? `A chave do perfil "${profile}" agora está em: ${index}.`
      : `As ${count} chaves do perfil "${profile}" agora estão em: ${index}.`,
  nothingToMove: (profile, index) => `As chaves do perfil "${profile}" já estão em: ${index}.`,
};
