"""Prints the credentials of a command line profile as JSON. Version 1 of awscli has no command for that."""

import json

from awscli.botocore import exceptions, session

try:
    credentials = session.get_session().get_credentials()
    keys = credentials and credentials.get_frozen_credentials()
except exceptions.BotoCoreError as error:
    raise SystemExit(str(error))
if not keys:
    raise SystemExit("it has no keys and no other credentials")
print(json.dumps({"AccessKeyId": keys.access_key, "SecretAccessKey": keys.secret_key, "SessionToken": keys.token}))
