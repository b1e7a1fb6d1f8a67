/** The rules by which Insomnia's importer reads a collection of its form 5: what its schema of the file requires of what we write. */

/** What an importer would refuse. */
export function insomniaProblems(file: unknown): readonly string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  const has = (at: string, value: unknown, kinds: Readonly<Record<string, string>>): value is Fields => {
    const fields = typeof value === 'object' && value !== null ? (value as Fields) : {};
    for (const [name, kind] of Object.entries(kinds)) {
      const [optional, wanted] = kind.startsWith('?') ? [true, kind.slice(1)] : [false, kind];
      const actual = Array.isArray(fields[name]) ? 'array' : typeof fields[name];
      if (actual !== wanted && !(optional && actual === 'undefined')) {
        problems.push(`${at}.${name} is ${actual}, not ${wanted}`);
      }
    }
    problems.push(
      ...Object.keys(fields)
        .filter((name) => !Object.hasOwn(kinds, name))
        .map((name) => `${at}.${name} is unknown`),
    );
    return true;
  };
  const meta = (at: string, value: unknown): void => {
    if (has(at, value, { id: 'string', sortKey: '?number', description: '?string' })) {
      const id = String(value.id);
      problems.push(...(ids.has(id) ? [`${at}.id is not the only ${id}`] : []));
      ids.add(id);
    }
  };
  const request = (at: string, each: Fields): void => {
    has(at, each, {
      name: 'string',
      meta: 'object',
      method: 'string',
      url: 'string',
      headers: 'array',
      body: '?object',
      authentication: '?object',
      scripts: 'object',
    });
    meta(`${at}.meta`, each.meta);
    for (const [i, header] of (each.headers as readonly unknown[]).entries()) {
      has(`${at}.headers[${i}]`, header, { name: 'string', value: 'string' });
    }
    if (each.body !== undefined) {
      has(`${at}.body`, each.body, { mimeType: 'string', text: 'string' });
    }
    has(`${at}.scripts`, each.scripts, { afterResponse: 'string' });
    const { type } = (each.authentication ?? {}) as Fields;
    if (type === 'basic') {
      has(`${at}.authentication`, each.authentication, { type: 'string', username: 'string', password: 'string' });
    } else if (type !== undefined) {
      has(`${at}.authentication`, each.authentication, { type: 'string', token: 'string' });
    }
  };
  const top = {
    type: 'string',
    schema_version: 'string',
    name: 'string',
    meta: 'object',
    collection: 'array',
    environments: 'object',
  };
  if (has('file', file, top)) {
    problems.push(...(file.type === 'collection.insomnia.rest/5.0' ? [] : ['file.type is another one']));
    meta('file.meta', file.meta);
    for (const [i, folder] of (file.collection as readonly Fields[]).entries()) {
      has(`collection[${i}]`, folder, { name: 'string', meta: 'object', children: 'array' });
      meta(`collection[${i}].meta`, folder.meta);
      for (const [j, each] of (folder.children as readonly Fields[]).entries()) {
        request(`collection[${i}].children[${j}]`, each);
      }
    }
    if (has('environments', file.environments, { name: 'string', meta: 'object', data: 'object' })) {
      meta('environments.meta', file.environments.meta);
    }
  }
  return problems;
}

type Fields = Readonly<Record<string, unknown>>;
