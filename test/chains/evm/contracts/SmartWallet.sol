// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// A wallet that is a contract: its owner's key signs for it (ERC-1271).
contract SmartWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function execute(address payable to, uint256 value, bytes calldata data) external {
        require(msg.sender == owner, "not the owner");
        (bool done,) = to.call{value: value}(data);
        require(done, "failed");
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bool isOwner = signature.length == 65 && ecrecover(
            hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64])
        ) == owner;
        return isOwner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
