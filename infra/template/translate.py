"""Translates template.yaml from SAM to CloudFormation, as SAM's own transform does in the cloud.

Usage: translate.py TEMPLATE > TRANSLATED
"""

import json
import os
import sys
from pathlib import Path

from samtranslator.model.exceptions import InvalidDocumentException
from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse


class ManagedPolicies:
    """The AWS managed policies that SAM uses here: logging and tracing, for every function."""

    def load(self):
        names = ["AWSLambdaBasicExecutionRole", "AWSXRayDaemonWriteAccess"]
        return {name: f"arn:aws:iam::aws:policy/service-role/{name}" for name in names}


def with_uploaded_code(template):
    """Replaces local code folders with bucket locations, as a deployment does."""
    template["Globals"]["Function"].pop("CodeUri", None)
    for name, resource in template["Resources"].items():
        properties = resource.get("Properties", {})
        if resource["Type"] == "AWS::Serverless::Function":
            properties["CodeUri"] = f"s3://releases/{name}.zip"
        elif resource["Type"] == "AWS::Serverless::LayerVersion":
            properties["ContentUri"] = f"s3://releases/{name}.zip"
    return template


def main(path: str) -> int:
    # The transform uses the region in ARNs and makes no requests.
    os.environ["AWS_DEFAULT_REGION"] = "us-east-1"
    template = with_uploaded_code(yaml_parse(Path(path).read_text(encoding="utf-8")))
    try:
        translated = transform(template, {}, ManagedPolicies())
    except InvalidDocumentException as error:
        for cause in error.causes:
            print(f"{path}: {cause.message}", file=sys.stderr)
        return 1
    json.dump(translated, sys.stdout, indent=1, sort_keys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
